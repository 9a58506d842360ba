import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../../connectors/json.ts";

const Token = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/);
const Given = z.object({ accessToken: Token, refreshToken: Token.nullish(), boardId: z.coerce.string().trim().regex(/^\d+$/) });

const Stored = z.object({
  accessToken: z.string().min(1),
  /** Null for a token that cannot be renewed. */
  refreshToken: z.string().min(1).nullable(),
  refreshEndsAt: z
    .string()
    .transform((text) => toInstant(text))
    .nullable(),
});

/** A person's tokens, as the grant keeps them. */
export type Tokens = z.output<typeof Stored>;
export type GivenTokens = z.output<typeof Given>;

/** Reads a credentials file. */
export function givenTokens(given: unknown): GivenTokens | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (result.success) return result.data;
  return {
    problem:
      'The credentials need "accessToken", the board\'s id as "boardId" (digits), and, for a token that is to be renewed, "refreshToken".',
  };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedTokens(stored: Json): Tokens {
  return Stored.parse(stored);
}

export function storable({ accessToken, refreshToken, refreshEndsAt }: Tokens): Json {
  return { accessToken, refreshToken, refreshEndsAt };
}
