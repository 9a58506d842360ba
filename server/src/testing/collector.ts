import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { hexIn, type Message, messagesIn, numberIn, readMessage, textIn } from "./protobuf.ts";

/** A span as a collector of OTLP sees it. */
export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for none. */
  readonly parentId: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
  readonly resource: Readonly<Record<string, string | number>>;
}

export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** The status of its answers; null: it takes requests and never answers. */
  status: number | null;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** What it has answered with 200. */
  spans(): readonly SeenSpan[];
}

/** A server that takes traces over HTTP, in both of the protocol's encodings. */
export async function aCollector(): Promise<Collector> {
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const seen: SeenSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const type = request.headers["content-type"] ?? "";
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    if (collector.status === null) return;
    if (collector.status === 200) seen.push(...(type === "application/json" ? fromJson(body) : fromProtobuf(body)));
    response.writeHead(collector.status, { "content-type": type }).end(type === "application/json" ? "{}" : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 200,
    requests,
    spans: () => seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return collector;
}

/** By the field numbers of `opentelemetry/proto/trace/v1/trace.proto`. */
function fromProtobuf(body: Uint8Array): SeenSpan[] {
  return messagesIn(readMessage(body), 1).flatMap((resourceSpans) => {
    const resource = messagesIn(resourceSpans, 1).map((found) => factsIn(found, 1))[0] ?? {};
    return messagesIn(resourceSpans, 2).flatMap((scope) =>
      messagesIn(scope, 2).map((span) => ({
        traceId: hexIn(span, 1),
        spanId: hexIn(span, 2),
        parentId: hexIn(span, 4),
        name: textIn(span, 5),
        kind: numberIn(span, 6),
        facts: factsIn(span, 9),
        links: messagesIn(span, 13).map((link) => ({ traceId: hexIn(link, 1), spanId: hexIn(link, 2) })),
        isFailed: messagesIn(span, 15).some((status) => numberIn(status, 3) === 2),
        resource,
      })),
    );
  });
}

function factsIn(message: Message, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messagesIn(message, field).map((pair) => {
      const [value = new Map()] = messagesIn(pair, 2);
      return [textIn(pair, 1), value.has(1) ? textIn(value, 1) : numberIn(value, 3)];
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of another's making
type Json = any;

function fromJson(body: Buffer): SeenSpan[] {
  const facts = (pairs: Json[]) =>
    Object.fromEntries(
      (pairs ?? []).map(({ key, value }: Json) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
    );
  return JSON.parse(body.toString()).resourceSpans.flatMap((resourceSpans: Json) =>
    resourceSpans.scopeSpans.flatMap((scope: Json) =>
      scope.spans.map((span: Json) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId ?? "",
        name: span.name,
        kind: span.kind,
        facts: facts(span.attributes),
        links: (span.links ?? []).map(({ traceId, spanId }: Json) => ({ traceId, spanId })),
        isFailed: span.status?.code === 2,
        resource: facts(resourceSpans.resource.attributes),
      })),
    ),
  );
}
