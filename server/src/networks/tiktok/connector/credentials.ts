import { z } from "zod";
import type { Account } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Reach, Server } from "./api.ts";

const Token = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/);
const Given = z.object({ accessToken: Token, refreshToken: Token.nullish() });

/** A person's tokens, as the grant keeps them. */
const Stored = z.object({
  accessToken: z.string().min(1),
  /** Null for a token that cannot be renewed. */
  refreshToken: z.string().min(1).nullable(),
});
export type Tokens = z.output<typeof Stored>;

/** Reads a credentials file. */
export function givenTokens(given: unknown): Tokens | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (result.success) return { accessToken: result.data.accessToken, refreshToken: result.data.refreshToken ?? null };
  return { problem: 'The credentials need "accessToken", and "refreshToken" to last longer than two hours.' };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedTokens(stored: Json): Tokens {
  return Stored.parse(stored);
}

export function serverOf({ grant }: Pick<Account, "grant">, reach: Reach): Server {
  if (grant === null) throw new Error("A TikTok channel has no grant.");
  return { token: storedTokens(grant.credentials).accessToken, reach };
}
