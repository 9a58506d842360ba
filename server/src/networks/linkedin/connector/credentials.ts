import { fromEpochMilliseconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { AccountGrant } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Reach, Server } from "./api.ts";

/** A person's tokens as the grant keeps them. */
export interface Tokens {
  readonly accessToken: string;
  /** LinkedIn gives one to approved partners alone. */
  readonly refreshToken: string | null;
  /** A year after the log-in; renewing does not move it. */
  readonly refreshEndsAt: Instant | null;
}

export interface GivenToken {
  readonly accessToken: string;
  /** Who publishes, as a URN; null for the person whose token it is. */
  readonly author: string | null;
  readonly endsAt: Instant | null;
}

const Given = z.object({
  accessToken: z.string().trim().min(1),
  author: z
    .string()
    .trim()
    .regex(/^urn:li:(person|organization|organizationBrand):[\w-]+$/)
    .nullish(),
  expiresAt: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)))
    .nullish(),
});
const Stored = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).nullable(),
  refreshEndsAt: z
    .string()
    .transform((text) => toInstant(text))
    .nullable(),
});

/** Reads a credentials file. */
export function givenToken(given: unknown): GivenToken | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (!result.success) {
    return {
      problem:
        'The credentials need "accessToken"; for a Page also "author", such as "urn:li:organization:2414183". "expiresAt" says when the token ends.',
    };
  }
  const { accessToken, author, expiresAt } = result.data;
  if (/[^\x21-\x7e]/.test(accessToken)) return { problem: "The access token contains invalid characters." };
  const endsAt = expiresAt == null ? null : fromEpochMilliseconds(Date.parse(expiresAt));
  return { accessToken, author: author ?? null, endsAt };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedTokens(stored: Json): Tokens {
  return Stored.parse(stored);
}

export function asStored({ accessToken, refreshToken, refreshEndsAt }: Tokens): Json {
  return { accessToken, refreshToken, refreshEndsAt };
}

export function serverOf({ grant }: { readonly grant: Pick<AccountGrant, "credentials"> | null }, reach: Reach): Server {
  if (grant === null) throw new Error("A LinkedIn channel has no grant.");
  return { token: storedTokens(grant.credentials).accessToken, reach };
}
