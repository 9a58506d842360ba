import { fromEpochMilliseconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../../connectors/json.ts";

/** A profile's token as the grant keeps it. */
export interface Token {
  readonly accessToken: string;
  /** When Threads made it: it can be renewed a day later at the earliest. */
  readonly obtainedAt: Instant;
}

export interface GivenToken {
  readonly accessToken: string;
  /** Null unless given, for tokens of which Threads does not say when they end. */
  readonly endsAt: Instant | null;
  /** The profile that it has to be; null for any. */
  readonly accountId: string | null;
}

const Given = z.object({
  accessToken: z.string().trim().min(1),
  expiresAt: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)))
    .nullish(),
  accountId: z.coerce.string().nullish(),
});
const Stored = z.object({ accessToken: z.string().min(1), obtainedAt: z.string().transform((text) => toInstant(text)) });

/** Reads a credentials file. */
export function givenToken(given: unknown): GivenToken | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (!result.success) return { problem: 'The credentials need "accessToken": a long-lived Threads user access token.' };
  const { accessToken, expiresAt, accountId } = result.data;
  if (/[^\x21-\x7e]/.test(accessToken)) return { problem: "The access token contains invalid characters." };
  return { accessToken, endsAt: expiresAt == null ? null : fromEpochMilliseconds(Date.parse(expiresAt)), accountId: accountId ?? null };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedToken(stored: Json): Token {
  return Stored.parse(stored);
}
