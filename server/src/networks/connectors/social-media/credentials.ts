import { createHash } from "node:crypto";
import { z } from "zod";
import type { Json } from "../json.ts";

/** What the user gives and what is stored: `{"url","secret"}`. */
export interface Credentials {
  /** Where posts are sent, normalized by the URL parser. */
  readonly url: string;
  /** The key of the signature. */
  readonly secret: string;
}

const Given = z.object({ url: z.string().trim().min(1).max(2048), secret: z.string().min(1).max(1024) });

/** Reads a credentials file. Whether the address may be reached is checked by the network guard on connecting. */
export function readCredentials(given: unknown): Credentials | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (!result.success) return { problem: 'The credentials need "url" (where posts are sent) and "secret" (the key of the signature).' };
  const url = URL.parse(result.data.url);
  if (url === null || !/^https?:$/.test(url.protocol)) return { problem: "The url must be an https address." };
  if (url.username !== "" || url.password !== "") return { problem: "The url must have no user name or password in it." };
  url.hash = "";
  return { url: url.href, secret: result.data.secret };
}

/** Reads what `readCredentials` produced; throws on anything else, which only a bug can have stored. */
export function storedCredentials(stored: Json): Credentials {
  return Given.parse(stored);
}

/** Where requests go: the webhook's own URL, or its path under the overriding base URL. */
export function targetOf({ url }: Credentials, baseUrl: string | null): string {
  if (baseUrl === null) return url;
  const { pathname, search } = new URL(url);
  return baseUrl + pathname + search;
}

/** The webhook's identity: the same URL is the same channel, whatever its secret. */
export function identityOf({ url }: Credentials): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 32);
}
