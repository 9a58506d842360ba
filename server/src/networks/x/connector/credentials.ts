import { z } from "zod";
import type { Json } from "../../connectors/json.ts";

/** What a grant holds. */
const Tokens = z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1).nullable() });
export type Tokens = z.output<typeof Tokens>;

const Given = z.object({ accessToken: z.string().trim().min(1), refreshToken: z.string().trim().min(1).nullish() });

/** Reads a credentials file. */
export function givenTokens(given: unknown): Tokens | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (!result.success) return { problem: 'The credentials need "accessToken", and "refreshToken" to last longer than two hours.' };
  const { accessToken, refreshToken } = result.data;
  if (/[^\x21-\x7e]/.test(accessToken + (refreshToken ?? ""))) return { problem: "The tokens contain invalid characters." };
  return { accessToken, refreshToken: refreshToken ?? null };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedTokens(stored: Json): Tokens {
  return Tokens.parse(stored);
}
