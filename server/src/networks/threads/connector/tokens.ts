import { addSeconds, fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { GrantEnds, LogInCall } from "../../connectors/log-in.ts";
import { askGraph, type GraphFailure, type GraphReply } from "../../connectors/meta/graph.ts";
import type { Reach, Server } from "./api.ts";
import { ask } from "./api.ts";
import type { Token } from "./credentials.ts";

/**
 * Tokens of profiles: a code gives one for an hour, which is exchanged for one of sixty days, which can be renewed from a day on:
 * https://developers.facebook.com/documentation/threads/get-started/long-lived-tokens (2026-07).
 */
export const RENEWABLE_AFTER_SECONDS = 86_400;
const RENEWED_EVERY_SECONDS = 7 * 86_400;
/** Renewed so long before its end at the latest. */
const MARGIN_SECONDS = 2 * 86_400;

export interface Made {
  readonly token: Token;
  /** Null if Threads does not say. */
  readonly endsAt: Instant | null;
}

export type MadeOrNot = { readonly kind: "made"; readonly made: Made } | GraphFailure;

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().nullish() });

export function exchangeCode(call: LogInCall, { code, redirectUri }: { code: string; redirectUri: string }): Promise<MadeOrNot> {
  const { clientId, clientSecret } = call.application ?? { clientId: "", clientSecret: null };
  const fields = {
    client_id: clientId,
    client_secret: clientSecret ?? "",
    code,
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
  };
  return made(call, askGraph(call, { method: "POST", url: `${call.host("api")}/oauth/access_token`, token: null, fields }));
}

export function lengthen(call: LogInCall, shortToken: string): Promise<MadeOrNot> {
  const fields = { grant_type: "th_exchange_token", client_secret: call.application?.clientSecret ?? "" };
  return made(call, askGraph(call, { method: "GET", url: `${call.host("api")}/access_token`, token: shortToken, fields }));
}

export function refresh(reach: Reach, token: string): Promise<MadeOrNot> {
  const fields = { grant_type: "th_refresh_token" };
  return made(reach, askGraph(reach, { method: "GET", url: `${reach.host("api")}/refresh_access_token`, token, fields }));
}

async function made(reach: Reach, asked: Promise<GraphReply>): Promise<MadeOrNot> {
  const answer = await asked;
  if (answer.kind !== "ok") return answer;
  const given = Answer.safeParse(answer.body);
  if (!given.success) return { kind: "lost", reason: "the answer contains no token" };
  const { access_token: accessToken, expires_in: seconds } = given.data;
  const now = reach.now();
  return { kind: "made", made: { token: { accessToken, obtainedAt: now }, endsAt: seconds == null ? null : addSeconds(now, seconds) } };
}

export function endsOf({ token, endsAt }: Made, now: Instant): GrantEnds {
  const regular = addSeconds(token.obtainedAt, RENEWED_EVERY_SECONDS);
  const latest = endsAt === null ? regular : addSeconds(endsAt, -MARGIN_SECONDS);
  const wanted = latest < regular ? latest : regular;
  const earliest = addSeconds(token.obtainedAt, RENEWABLE_AFTER_SECONDS);
  const renewAt = [now, earliest, wanted].reduce((later, at) => (at > later ? at : later));
  return { accessEndsAt: endsAt, renewAt, endsAt };
}

export interface TokenFacts {
  readonly scopes: readonly string[];
  readonly madeAt: Instant | null;
  readonly endsAt: Instant | null;
}

const epoch = z.number().nullish();
const Debug = z.object({
  data: z.object({ scopes: z.array(z.string()).default([]), issued_at: epoch, expires_at: epoch }),
});

/** What Threads knows about a token; null if it does not say. */
export async function factsOf(server: Server): Promise<TokenFacts | null> {
  const answer = await ask(server, { method: "GET", path: "/debug_token", fields: { input_token: server.token } });
  const debug = answer.kind === "ok" ? Debug.safeParse(answer.body) : null;
  if (!debug?.success) return null;
  const { scopes, issued_at, expires_at } = debug.data.data;
  return { scopes, madeAt: momentOf(issued_at), endsAt: momentOf(expires_at) };
}

/** Seconds since 1970; 0 for never. */
function momentOf(seconds: number | null | undefined): Instant | null {
  return seconds ? fromEpochMilliseconds(seconds * 1000) : null;
}
