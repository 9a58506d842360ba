import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import { PastedToken, readPasted } from "../../connectors/oauth/tokens.ts";

/** What people give and what is stored: `{"pageId","accessToken"}`; `accountId` is taken for `pageId`. */
export interface Credentials {
  readonly pageId: string;
  readonly accessToken: string;
}

/** Ids are longer than numbers can hold. */
const Id = z.string().trim().regex(/^\d+$/);
const Given = z
  .object({ pageId: Id.optional(), accountId: Id.optional(), accessToken: PastedToken })
  .transform(({ pageId, accountId, accessToken }, context) => {
    const id = pageId ?? accountId;
    if (id !== undefined) return { pageId: id, accessToken };
    context.addIssue("a Page's id is missing");
    return z.NEVER;
  });
const NEEDED =
  'The credentials need "pageId" (digits, in quotes) and "accessToken" (of the Page, or of a system user who may publish on it).';

export function readCredentials(given: unknown): Credentials | { readonly problem: string } {
  return readPasted(Given, given, NEEDED);
}

/** Reads what was stored at connecting; throws on anything else, which only a bug can have stored. */
export function storedCredentials(stored: Json): Credentials {
  return Given.parse(stored);
}
