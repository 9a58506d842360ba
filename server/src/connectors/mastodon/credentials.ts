import { isIP } from "node:net";
import { z } from "zod";
import type { Json } from "../connector.ts";

/** What the user gives and what is stored: `{"instance","accessToken"}`. Tokens of Mastodon do not end by themselves. */
export interface Credentials {
  /** Host of the instance, lower-case, punycode. */
  readonly instance: string;
  readonly accessToken: string;
}

const Given = z.object({ instance: z.string().trim().min(1), accessToken: z.string().trim().min(1) });
const HOST_LENGTH_MAX = 253;

/** Reads a credentials file. With `override` the address of the API is known and the instance is only a name. */
export function readCredentials(given: unknown, override: string | null): Credentials | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (!result.success) return { problem: 'The credentials need "instance" (such as mastodon.social) and "accessToken".' };
  const { instance, accessToken } = result.data;
  if (/[^\x21-\x7e]/.test(accessToken)) return { problem: "The access token has characters that no token has." };
  const host = instanceHost(instance);
  if (host !== null) return { instance: host, accessToken };
  if (override !== null) return { instance: instance.toLowerCase(), accessToken };
  return { problem: "The instance must be the public host name of a Mastodon server, such as mastodon.social." };
}

/** Reads what `readCredentials` made; throws when it is something else, since then somebody else stored it. */
export function storedCredentials(stored: Json): Credentials {
  return Given.parse(stored);
}

/** Where the instance's API is, without a final slash. Instances speak https on its own port alone. */
export function apiBase(credentials: Credentials, override: string | null): string {
  return override ?? `https://${credentials.instance}`;
}

/**
 * Host of an instance as people write it: `Mastodon.Social`, `@user@mastodon.social`, `https://mastodon.social/@user`.
 * Null for what is no public host name on https: other ports, passwords, addresses, names of a local network.
 */
export function instanceHost(text: string): string | null {
  const trimmed = text.trim();
  const address = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^@?[^@/]*@/, "")}`;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  // The parser drops the scheme's own port; `http://host` is taken as a way of writing and spoken to by https.
  const host = url.hostname.replace(/\.$/, "");
  const isPublicName = host.includes(".") && isIP(host) === 0 && !/[[\]]/.test(host) && host.length <= HOST_LENGTH_MAX;
  const isLocal = /(^|\.)(localhost|local|localdomain|internal|lan|intranet|home\.arpa)$/.test(host);
  return url.port === "" && isPublicName && !isLocal ? host : null;
}
