import { Readable } from "node:stream";
import { type BodyLimits, readWhole } from "./body.ts";
import { CALL_BYTES_DEFAULT, CALL_SECONDS_DEFAULT } from "./caps.ts";
import { startDeadline } from "./deadline.ts";
import { type Body, Exchange, type Reply } from "./exchange.ts";
import type { Ground } from "./follow.ts";
import { encodeForm } from "./form.ts";
import { createGuard, type Guard, HTTPS_POLICY, openGuard } from "./guard.ts";
import type { CallReply, CallRequest } from "./net.ts";
import { piecesOf } from "./pieces.ts";
import { asTrouble, Trouble } from "./trouble.ts";
import { checkUrl } from "./url.ts";

export interface Pass {
  /** Without a trailing slash. */
  readonly below: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface CallGround extends Ground {
  readonly trustedOrigins: ReadonlySet<string>;
  readonly passes: readonly Pass[];
}

/** `Net.call`. `lost` whenever a byte of the request may have been sent and no status came back; any earlier, `unreached`. */
export async function call(ground: CallGround, request: CallRequest): Promise<CallReply> {
  const { body, ...content } = contentOf(request.body);
  using _body = { [Symbol.dispose]: () => void (body instanceof Readable && body.destroy()) };
  const guarded = request.guarded === true;
  const route = routeOf(guarded ? { ...ground, trustedOrigins: new Set() } : ground, request.url);
  if (route.kind === "refused") return { kind: "unreached", reason: route.reason };
  const totalSeconds = request.timeoutSeconds ?? CALL_SECONDS_DEFAULT;
  using deadline = startDeadline({ totalSeconds, signals: [request.signal, ground.closing], awake: ground.awake });
  await using exchange = new Exchange({
    method: request.method,
    url: route.url,
    headers: {
      "user-agent": ground.userAgent,
      "accept-encoding": "gzip, deflate, br",
      ...content.headers,
      ...lowerCased(request.headers),
      ...(guarded ? {} : passFor(ground, route.url)),
    },
    body,
    guard: route.guard,
    sessions: ground.sessions,
    deadline,
    firstByteSeconds: null,
  });
  try {
    const reply = await exchange.run();
    const text = await textOf(reply, { maxBytes: request.maxBytes ?? CALL_BYTES_DEFAULT, deadline, idleSeconds: null });
    return { kind: "answered", status: reply.status, headers: reply.headers, text };
  } catch (error) {
    const reason = asTrouble(error, "broken").message;
    return { kind: exchange.sent ? "lost" : "unreached", reason };
  }
}

/** Null if the body cannot be read in full; the rest is dropped with the connection. */
async function textOf(reply: Reply, limits: BodyLimits): Promise<string | null> {
  try {
    return new TextDecoder().decode(await readWhole(reply, limits));
  } catch (error) {
    if (error instanceof Trouble) return null;
    throw error;
  }
}

type Route = { readonly kind: "open"; readonly url: URL; readonly guard: Guard } | { readonly kind: "refused"; readonly reason: string };

/** Addresses from the operator's configuration are not checked; those that users provide (instances, hosts, webhooks) are. */
function routeOf(ground: CallGround, address: string): Route {
  const url = URL.parse(address);
  if (url !== null && ground.trustedOrigins.has(url.origin)) return { kind: "open", url, guard: openGuard(ground.resolve) };
  const checked = checkUrl(address, { httpsOnly: false, localNames: ground.localNames });
  if (checked.kind === "refused") return checked;
  return { kind: "open", url: checked.url, guard: createGuard({ ...ground, policy: HTTPS_POLICY }) };
}

function passFor({ passes }: CallGround, { href }: URL): Readonly<Record<string, string>> {
  return passes.find(({ below }) => href.startsWith(`${below}/`))?.headers ?? {};
}

interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

function contentOf(body: CallRequest["body"]): Content {
  if (body === undefined) return { headers: {}, body: null };
  if (typeof body === "string" || body instanceof Uint8Array) return { headers: {}, body };
  if (body instanceof Blob) return { headers: { "content-length": String(body.size) }, body: (room) => piecesOf(body, room) };
  if (!(body instanceof FormData)) return { headers: { "content-length": String(body.length) }, body: body.stream };
  const form = encodeForm(body);
  return { headers: { "content-type": form.contentType, "content-length": String(form.length) }, body: form.pieces };
}

function lowerCased(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}
