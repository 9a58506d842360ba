import { isIP } from "node:net";
import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import { PastedToken, readPasted } from "../../connectors/oauth/tokens.ts";

/** What the user gives and what is stored: `{"instance","accessToken"}`. Mastodon tokens do not expire. */
export interface Credentials {
  /** Host of the instance, lower-case, punycode. */
  readonly instance: string;
  readonly accessToken: string;
}

const Given = z.object({ instance: z.string().trim().min(1), accessToken: PastedToken });
const HOST_LENGTH_MAX = 253;

/** Reads a credentials file. With `override` the address of the API is known and the instance is only a name. */
export function readCredentials(given: unknown, override: string | null): Credentials | { readonly problem: string } {
  const read = readPasted(Given, given, 'The credentials need "instance" (such as mastodon.social) and "accessToken".');
  if ("problem" in read) return read;
  const { instance, accessToken } = read;
  const host = instanceHost(instance);
  if (host !== null) return { instance: host, accessToken };
  if (override !== null) return { instance: instance.toLowerCase(), accessToken };
  return { problem: "The instance must be the public host name of a Mastodon server, such as mastodon.social." };
}

/** The instance as it was given, with the user's name where it is a handle. */
export function writtenInstance(given: unknown): string {
  return Given.parse(given).instance;
}

/** Reads what `readCredentials` produced; throws on anything else, which only a bug can have stored. */
export function storedCredentials(stored: Json): Credentials {
  return Given.parse(stored);
}

/** The base URL of the instance's API, without a trailing slash. Instances use https on the default port only. */
export function apiBase(credentials: Pick<Credentials, "instance">, override: string | null): string {
  return override ?? `https://${credentials.instance}`;
}

/**
 * The host of an instance as people write it: `Mastodon.Social`, `@user@mastodon.social`, `https://mastodon.social/@user`.
 * Null for anything but a public https host name: other ports, passwords, IP addresses, names of a local network.
 */
export function instanceHost(text: string): string | null {
  const trimmed = text.trim();
  const address = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^@?[^@/]*@/, "")}`;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  // The parser drops the scheme's default port; `http://host` is accepted as input but contacted by https.
  const host = url.hostname.replace(/\.$/, "");
  const isPublicName = host.includes(".") && isIP(host) === 0 && !/[[\]]/.test(host) && host.length <= HOST_LENGTH_MAX;
  const isLocal = /(^|\.)(localhost|local|localdomain|internal|lan|intranet|home\.arpa)$/.test(host);
  return url.port === "" && isPublicName && !isLocal ? host : null;
}
