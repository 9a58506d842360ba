import { randomUUID } from "node:crypto";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../../config.ts";
import type { CollectorReply, Traces } from "../../spans.ts";
import type { Log } from "../log.ts";
import { type Delivered, Outbox } from "./outbox.ts";
import { beginSpan, contextOf } from "./spans.ts";

type TraceSettings = NonNullable<Config["traces"]>;

/** Sends one body to the collector: the way out is not this folder's. */
export type Send = (body: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<Reply>;
export type Reply =
  | { readonly kind: "answered"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "unreached" | "lost"; readonly reason: string };

interface TraceGround {
  readonly settings: TraceSettings;
  readonly version: string;
  readonly send: Send;
  /** Ends what `send` needs. */
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Records spans and delivers them to an OTLP collector. This folder is loaded only where traces are kept, and with it what
 * OpenTelemetry records and encodes them with. Nothing is registered for the whole process: spans are carried by `server/src/ground/spans.ts`.
 */
export function recordTraces({ settings, version, send, close, log }: TraceGround): Traces & AsyncDisposable {
  const { delayMilliseconds, queueMax } = settings;
  const deliver = async (spans: readonly ReadableSpan[]) => outcomeOf(await sendSpans(settings, send, spans));
  const outbox = new Outbox({ deliver, log, delayMilliseconds, queueMax });
  const attributes = {
    "service.instance.id": randomUUID(),
    ...settings.resource,
    "service.name": settings.serviceName,
    "service.version": version,
  };
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(attributes)),
    sampler: samplerOf(settings.sampler),
    spanProcessors: [outbox],
  });
  const tracer = provider.getTracer("rostrum", version);
  return {
    begin: ({ parent, ...start }) => beginSpan(tracer, start, parent == null ? null : contextOf(parent)),
    ask: async () => replyOf(await sendSpans(settings, send, [])),
    get lost() {
      return outbox.lost;
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown();
      await close();
    },
  };
}

function samplerOf({ byParent, ratio }: TraceSettings["sampler"]): Sampler {
  const root = ratio === 1 ? new AlwaysOnSampler() : ratio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  return byParent ? new ParentBasedSampler({ root }) : root;
}

async function sendSpans({ protocol, headers }: TraceSettings, send: Send, spans: readonly ReadableSpan[]): Promise<Reply> {
  const isJson = protocol === "http/json";
  const serializer = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
  const body = serializer.serializeRequest([...spans]) ?? new Uint8Array();
  return send(body, { ...headers, "content-type": isJson ? "application/json" : "application/x-protobuf" });
}

/** By the specification of OTLP (2026-11) only these may be repeated. */
const REPEATABLE = new Set([429, 502, 503, 504]);

function outcomeOf(reply: Reply): Delivered {
  if (reply.kind !== "answered") return { kind: "later", reason: `the collector does not answer: ${reply.reason}`, afterSeconds: null };
  const { status, headers } = reply;
  if (status >= 200 && status < 300) return { kind: "taken" };
  const reason = `the collector answers with status ${status}`;
  if (!REPEATABLE.has(status)) return { kind: "refused", reason };
  const seconds = headers["retry-after"] ?? "";
  return { kind: "later", reason, afterSeconds: /^\d{1,6}$/.test(seconds) ? Number(seconds) : null };
}

function replyOf(reply: Reply): CollectorReply {
  return reply.kind === "answered" ? { kind: "answered", status: reply.status } : { kind: "none", reason: reply.reason };
}
