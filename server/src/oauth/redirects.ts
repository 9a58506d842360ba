export const REDIRECT_URI_LENGTH_MAX = 1024;

/** Printable ASCII without what ends a header, an attribute or a word. */
const PLAIN = /^[!#-;=?-[\]_a-z~]+$/i;
const LOOPBACK_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Schemes that a browser or the system acts on itself, instead of handing the address to a program that has asked for it.
 * RFC 8252 wants private-use schemes to be reversed domain names; editors use plain words, so that words are taken too.
 */
const TAKEN_SCHEMES =
  /^(about|acap|afp|blob|chrome|chrome-.*|cid|content|data|devtools|dict|dns|edge|file|filesystem|ftp|ftps|geo|git|gopher|imap|intent|itms.*|jar|javascript|jdbc|jnlp|ldap|ldaps|livescript|mailto|market|mid|mocha|moz-.*|ms-.*|news|nfs|nntp|opera|pop|resource|rsync|rtsp|search-ms|sftp|shell|sip|sips|sms|smsto|smb|ssh|steam|svn|tel|telnet|tn3270|urn|vbscript|view-source|vnc|ws|wss|wyciwyg|x-apple.*|xmpp)$/;

/** How a redirect address reaches its program. */
export type RedirectKind = "web" | "loopback" | "app";

/**
 * What kind of address the text is that codes may be sent to: https, http on this very machine, or a scheme that a program
 * of the user's has taken for itself (RFC 8252). Null for all others: fragments, credentials, plain http, `javascript:`.
 */
export function redirectKind(text: string): RedirectKind | null {
  if (text.length > REDIRECT_URI_LENGTH_MAX || !PLAIN.test(text) || text.includes("#")) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === "https" || scheme === "http") {
    // The parser also reads `https:host` and `https:\\host`, which others read as something else.
    if (!/^https?:\/\/[^/\\]/i.test(text)) return null;
    if (scheme === "https") return "web";
    return LOOPBACK_HOSTS.includes(url.hostname) ? "loopback" : null;
  }
  return scheme.length >= 3 && !TAKEN_SCHEMES.test(scheme) && /^[^:]+:\/[^\\]*$/.test(text) ? "app" : null;
}

/**
 * Whether a code may be sent to `asked`: it is one of the program's addresses letter by letter. On this very machine the port
 * is left out, since a program takes whichever is free (RFC 8252, section 7.3).
 */
export function isRedirectOf(uris: readonly string[], asked: string): boolean {
  const kind = redirectKind(asked);
  if (kind === null) return false;
  return uris.some(
    (uri) => uri === asked || (kind === "loopback" && redirectKind(uri) === "loopback" && portless(uri) === portless(asked)),
  );
}

/** The address with parameters of a response behind those that it has. */
export function withParameters(uri: string, parameters: URLSearchParams): string {
  return `${uri}${uri.includes("?") ? "&" : "?"}${parameters}`;
}

/**
 * The sources for a page's `form-action`. Browsers hold it against every redirect that follows a form's answer, and programs
 * lead on from their own address to a page of their maker's: to wherever it is by https. It has no form for IPv6 addresses,
 * which get their scheme.
 */
export function formTargets(uri: string): readonly string[] {
  const url = new URL(uri);
  if (url.protocol !== "https:" && url.protocol !== "http:") return [url.protocol];
  return [url.hostname.startsWith("[") ? url.protocol : url.origin, "https:"];
}

/** Of an http address. */
function portless(uri: string): string {
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]+))(?::\d*)?/i, "$1");
}
