import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../../../connectors/json.ts";
import type { GrantEnds } from "../../../connectors/log-in.ts";
import { proofKey } from "./proof.ts";

const Begun = z.object({
  /** The authorization server. */
  issuer: z.string().min(1),
  clientId: z.string().min(1),
  key: proofKey,
});

/** What `begin` remembers for `finish`. */
const Memory = Begun.extend({
  state: z.string().min(1),
  /** Null if the person named only their server. */
  did: z.string().nullable(),
});
export type Memory = z.output<typeof Memory>;

const instant = z.string().transform((text) => toInstant(text));

const Credentials = Begun.extend({
  did: z.string().min(1),
  handle: z.string().min(1),
  /** The account's server. */
  pds: z.string().min(1),
  accessToken: z.string().min(1),
  /** Can be used once. */
  refreshToken: z.string().min(1),
  accessEndsAt: instant,
  /** When the person logged in. */
  begunAt: instant,
});
export type GrantCredentials = z.output<typeof Credentials>;

/** These throw on anything that this connector did not store. */
export function readMemory(memory: Json): Memory {
  return Memory.parse(memory);
}

export function readGrant(credentials: Json): GrantCredentials {
  return Credentials.parse(credentials);
}

const DAY = 24 * 3600;

/**
 * How long servers let a log-in last, and a refresh token within it; they do not say so themselves.
 * https://github.com/bluesky-social/atproto/blob/main/packages/oauth/oauth-provider/src/oauth-constants.ts (August 2026)
 */
const PUBLIC_LIFETIMES = { logInSeconds: 14 * DAY, refreshSeconds: 14 * DAY };
const PROVEN_LIFETIMES = { logInSeconds: 730 * DAY, refreshSeconds: 91 * DAY };
/** Renewed once this part of the access token's life is over. */
const RENEW_AFTER = 0.75;
/** Those that do not say how long their tokens last are asked early. */
export const ACCESS_SECONDS_DEFAULT = 300;

/** When the tokens received now end. */
export function endsOf(tokens: { begunAt: Instant; now: Instant; accessSeconds: number; provesItself: boolean }): GrantEnds {
  const { begunAt, now, accessSeconds } = tokens;
  const { logInSeconds, refreshSeconds } = tokens.provesItself ? PROVEN_LIFETIMES : PUBLIC_LIFETIMES;
  const [logInEnd, refreshEnd] = [addSeconds(begunAt, logInSeconds), addSeconds(now, refreshSeconds)];
  return {
    accessEndsAt: addSeconds(now, accessSeconds),
    renewAt: addSeconds(now, Math.floor(accessSeconds * RENEW_AFTER)),
    endsAt: logInEnd < refreshEnd ? logInEnd : refreshEnd,
  };
}
