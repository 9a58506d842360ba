import { ADDRESS_LENGTH_MAX, HOST_LENGTH_MAX } from "./caps.ts";

export type CheckedUrl = { readonly kind: "ok"; readonly url: URL } | { readonly kind: "refused"; readonly reason: string };

export interface UrlRule {
  readonly httpsOnly: boolean;
  /** Whether names of local networks may be resolved: only if the operator has allowed private addresses. */
  readonly localNames: boolean;
  /** Base for a relative URL (of a redirect). */
  readonly base?: URL;
}

/** Suffixes of local networks. Their addresses are checked anyway; this prevents even the DNS query. */
const LOCAL_SUFFIXES = ["localhost", "localdomain", "local", "internal", "lan", "intranet", "home.arpa", "corp", "home"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL parser silently drops tabs and newlines, which can hide hosts.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * Checks a URL before any DNS lookup. Only the parsed result is used from here on: the parser converts octal, hexadecimal,
 * short, full-width and ideographic-dot hosts to the address they mean. The result has no fragment and no trailing dot after
 * its host.
 */
export function checkUrl(text: string, rule: UrlRule): CheckedUrl {
  if (text.length > ADDRESS_LENGTH_MAX) return refused("too long");
  if (CONTROL_CHARACTERS.test(text)) return refused("control characters");
  const url = URL.parse(text, rule.base);
  if (url === null) return refused("not an address");
  if (url.protocol !== "https:" && (url.protocol !== "http:" || rule.httpsOnly)) return refused("scheme");
  if (url.username !== "" || url.password !== "") return refused("credentials");
  if (url.href.length > ADDRESS_LENGTH_MAX) return refused("too long");
  url.hash = "";
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const reason = hostRefusal(url.hostname, rule);
  return reason === null ? { kind: "ok", url } : refused(reason);
}

/** The host for sockets and lookups: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/** Single-label names and those with a local suffix. */
export function isLocalName(host: string): boolean {
  return !host.includes(".") || LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function hostRefusal(host: string, rule: UrlRule): string | null {
  if (host.startsWith("[") || /^\d+(\.\d+){3}$/.test(host)) return null;
  if (host === "" || host.length > HOST_LENGTH_MAX || host.split(".").includes("")) return "host";
  return isLocalName(host) && !rule.localNames ? "local name" : null;
}

function refused(reason: string): CheckedUrl {
  return { kind: "refused", reason };
}

/** The name of the file at an address, as its path says; empty if it names none. */
export function fileNameIn(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
