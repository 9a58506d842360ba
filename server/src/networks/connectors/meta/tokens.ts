import { z } from "zod";
import type { Application, LogInCall } from "../log-in.ts";
import { aboutIn, type TokenDoor, type TokenFailure, type TokenReply } from "../oauth/log-in.ts";
import type { Lives } from "../oauth/tokens.ts";
import { askGraph, type GraphFailure, type GraphReply, type GraphRequest, isOutage, reasonOf } from "./graph.ts";

const DAY_SECONDS = 86_400;

/** Tokens of accounts last for sixty days, and renew themselves from a day on; renewed so long before their end at the latest. */
export const META_LIVES = {
  accessSeconds: null,
  marginSeconds: 2 * DAY_SECONDS,
  everySeconds: 7 * DAY_SECONDS,
  renewsItselfAfterSeconds: DAY_SECONDS,
} as const satisfies Lives;

/** How one of Meta's networks hands out tokens. */
export interface MetaTokens {
  readonly network: string;
  readonly lives: Lives;
  /** The request that exchanges a code for a token of an hour. */
  short(code: { readonly code: string; readonly redirectUri: string }, application: Application, call: LogInCall): GraphRequest;
  /** The one that exchanges this for a long-lived token. */
  long(token: string, application: Application, call: LogInCall): GraphRequest;
  /** The one that renews a long-lived token. Whether the old one lives on is unverified. */
  renewed?(token: string, call: LogInCall): GraphRequest;
  /** Whether a token that is so refused is none any more. */
  isEnded(failure: GraphFailure): boolean;
  /** Whether the same request may well succeed later, where more than an outage says so. */
  isPassing?(failure: GraphFailure): boolean;
}

/** Codes of a refused exchange (unverified: seen in other products alone). */
const WRONG_APPLICATION = 101;
const WRONG_ADDRESS = 191;

const permissions = z.union([z.array(z.string()).transform((names) => names.join(",")), z.string()]);
const Short = z.object({ access_token: z.string().min(1), permissions: permissions.optional() });
/** An older form of the answer wraps the same object in a list. */
const ShortReply = z.union([Short, z.object({ data: z.tuple([Short]) }).transform(({ data: [short] }) => short)]);

/** A code gives a token for an hour, which is exchanged for one of sixty days: Meta has no refresh tokens. */
export function metaTokens(way: MetaTokens): TokenDoor {
  const { network, lives, renewed } = way;
  const read = (reply: GraphReply): TokenReply => (reply.kind === "ok" ? reply : failureOf(way, reply));
  return {
    lives,
    againSeconds: 3600,
    async exchange({ code, answer }, call) {
      const { application } = call;
      if (application === null) throw new Error(`The log-in at ${network} needs an application.`);
      const first = await askGraph(call, way.short({ code, redirectUri: answer.redirectUri }, application, call));
      if (first.kind !== "ok") return failureOf(way, first);
      const short = ShortReply.safeParse(first.body).data;
      if (short === undefined) return failureOf(way, { kind: "lost", reason: "the response contains no token" });
      const ask = () => askGraph(call, way.long(short.access_token, application, call));
      const once = await ask();
      // The code is used up, so giving up at the first fault would cost the person another log-in.
      const long = read(once.kind === "ok" ? once : await ask());
      return long.kind === "ok" ? { kind: "ok", body: { ...Object(long.body), scope: short.permissions } } : long;
    },
    ...(renewed === undefined
      ? {}
      : { renewItself: async ({ accessToken }, call) => read(await askGraph(call, renewed(accessToken, call))) }),
  };
}

function failureOf({ network, isEnded, isPassing = isOutage }: MetaTokens, failure: GraphFailure): TokenFailure {
  const reason = reasonOf(network, failure);
  const retryAfterSeconds = failure.kind === "refused" ? failure.retryAfterSeconds : null;
  const { code = 0, message = "" } = (failure.kind === "refused" ? failure.error : null) ?? {};
  const about = code === WRONG_APPLICATION ? "application" : code === WRONG_ADDRESS ? "address" : aboutIn(message);
  return { kind: "failed", reason, about: isPassing(failure) ? "passing" : about, endsGrant: isEnded(failure), retryAfterSeconds };
}
