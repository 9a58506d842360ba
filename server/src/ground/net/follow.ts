import type { Awake } from "../awake.ts";
import type { Classify } from "./address.ts";
import { REDIRECTS_MAX } from "./caps.ts";
import type { TlsSessions } from "./connect.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { Exchange, type Reply } from "./exchange.ts";
import { createGuard, HTTPS_POLICY, type Resolve, WEB_POLICY } from "./guard.ts";
import type { FetchFailure, FetchOptions } from "./net.ts";
import type { Slots } from "./slots.ts";
import { asTrouble, Trouble } from "./trouble.ts";
import { checkUrl, type UrlRule } from "./url.ts";

/** State shared by all calls of one `Net`. */
export interface Ground {
  readonly classify: Classify;
  readonly resolve: Resolve;
  /** Whether names of local networks are resolved. */
  readonly localNames: boolean;
  readonly sessions: TlsSessions;
  readonly slots: Slots;
  readonly userAgent: string;
  /** Aborts when the service stops. */
  readonly closing: AbortSignal;
  readonly awake: Awake;
}

export interface Patience {
  readonly firstByteSeconds: number;
  readonly idleSeconds: number;
}

export interface Arrival {
  readonly reply: Reply;
  readonly url: string;
  readonly permanentUrl: string;
  readonly deadline: Deadline;
}

/**
 * GETs a user-given URL and checks every hop: the URL, then the addresses its name resolves to. `consume` reads the first
 * response that is not a redirect; the connection ends with it. Network errors are returned as FetchFailure.
 */
export async function follow<T>(
  ground: Ground,
  request: {
    readonly url: string;
    readonly options: FetchOptions;
    readonly headers: Readonly<Record<string, string>>;
    readonly patience: Patience;
  },
  consume: (arrival: Arrival) => Promise<T>,
): Promise<T | FetchFailure> {
  const { options } = request;
  const httpsOnly = options.httpsOnly ?? false;
  const guard = createGuard({ ...ground, policy: httpsOnly ? HTTPS_POLICY : WEB_POLICY });
  using deadline = startDeadline({ totalSeconds: options.timeoutSeconds, signals: [options.signal, ground.closing], awake: ground.awake });
  let headers = prepareHeaders(ground.userAgent, options.headers, request.headers);
  let location = request.url;
  let current: URL | undefined;
  let permanentUrl: string | null = null;
  try {
    for (let hops = 0; ; hops += 1) {
      const url = checked(location, { httpsOnly, localNames: ground.localNames, ...(current === undefined ? {} : { base: current }) });
      if (current !== undefined) headers = withoutSecrets(headers);
      current = url;
      const { host } = url;
      const claim = { host, holder: options.holder };
      await ground.slots.take(claim, deadline.signal);
      using _slot = { [Symbol.dispose]: () => ground.slots.release(claim) };
      await using exchange = new Exchange({
        method: "GET",
        url,
        headers,
        body: null,
        guard,
        sessions: ground.sessions,
        deadline,
        firstByteSeconds: request.patience.firstByteSeconds,
      });
      const reply = await exchange.run();
      if (!isRedirect(reply.status)) {
        return await consume({ reply, url: url.href, permanentUrl: permanentUrl ?? url.href, deadline });
      }
      if (hops === REDIRECTS_MAX) throw new Trouble("redirects", "too many redirects");
      if (!isPermanent(reply.status)) permanentUrl ??= url.href;
      location = (reply.headers.location ?? "").trim();
      if (location === "") throw new Trouble("redirects", "redirect without a location");
    }
  } catch (error) {
    return failureOf(error);
  }
}

/** An error response: the caller gets its status and headers (`Retry-After`), never the body. */
export class BadStatus extends Trouble {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super("status", `status ${reply.status}`);
    this.reply = reply;
  }
}

function failureOf(error: unknown): FetchFailure {
  if (error instanceof LocalTrouble) throw error.cause;
  const trouble = asTrouble(error, "broken");
  const failure = { kind: "failed", cause: trouble.kind, reason: trouble.message } as const;
  if (!(trouble instanceof BadStatus)) return failure;
  return { ...failure, status: trouble.reply.status, headers: trouble.reply.headers };
}

/** A failure of this machine (such as a full disk) is not the address's fault, so it is rethrown to the caller. */
export class LocalTrouble extends Error {
  constructor(cause: unknown) {
    super("local trouble", { cause });
  }
}

function checked(location: string, rule: UrlRule): URL {
  const result = checkUrl(location, rule);
  if (result.kind === "refused") throw new Trouble("address", result.reason);
  return result.url;
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || isPermanent(status) || status === 307;
}

function isPermanent(status: number): boolean {
  return status === 301 || status === 308;
}

function prepareHeaders(userAgent: string, ...parts: (Readonly<Record<string, string>> | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": userAgent };
  for (const part of parts) for (const [name, value] of Object.entries(part ?? {})) headers[name.toLowerCase()] = value;
  return headers;
}

/** Removes headers meant only for the first server. */
function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  const { authorization: _authorization, cookie: _cookie, "proxy-authorization": _proxy, ...rest } = headers;
  return rest;
}
