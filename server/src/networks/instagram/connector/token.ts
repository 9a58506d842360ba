import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import type { GrantEnds } from "../../connectors/log-in.ts";
import { RENEW_AFTER_SECONDS, TOKEN_AGE_TO_RENEW_SECONDS, TOKEN_LIFE_SECONDS } from "./facts.ts";

/** An Instagram user token. */
export interface UserToken {
  readonly accessToken: string;
  /** When we obtained it; it is at least this old. */
  readonly obtainedAt: Instant;
}

const Stored = z.object({ accessToken: z.string().min(1), obtainedAt: z.string().transform((text) => toInstant(text)) });

export function storedToken(credentials: Json): UserToken {
  return Stored.parse(credentials);
}

export function credentialsOf({ accessToken, obtainedAt }: UserToken): Json {
  return { accessToken, obtainedAt };
}

/** A new token that lives for this long. */
export function endsOfNew(obtainedAt: Instant, lifeSeconds: number): GrantEnds {
  const endsAt = addSeconds(obtainedAt, lifeSeconds);
  return { accessEndsAt: endsAt, renewAt: addSeconds(obtainedAt, Math.min(RENEW_AFTER_SECONDS, lifeSeconds / 2)), endsAt };
}

/**
 * One that somebody brought may be of any age: it is renewed as soon as it is certain to be old enough, which also shows when it
 * ends. Until then it is known to end within 60 days.
 */
export function endsOfBrought(obtainedAt: Instant): GrantEnds {
  const endsAt = addSeconds(obtainedAt, TOKEN_LIFE_SECONDS);
  return { accessEndsAt: endsAt, renewAt: addSeconds(obtainedAt, TOKEN_AGE_TO_RENEW_SECONDS), endsAt };
}
