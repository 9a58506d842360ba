export const REDIRECT_URI_LENGTH_MAX = 1024;

/** Printable ASCII without characters that end a header, an attribute or a word. */
const PLAIN = /^[!#-;=?-[\]_a-z~]+$/i;
const LOOPBACK_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Schemes that the browser or the system handles itself instead of handing the URL to an app. RFC 8252 wants private-use schemes
 * to be reversed domain names; editors use plain words, so those are accepted too.
 */
const TAKEN_SCHEMES =
  /^(about|acap|afp|blob|chrome|chrome-.*|cid|content|data|devtools|dict|dns|edge|file|filesystem|ftp|ftps|geo|git|gopher|imap|intent|itms.*|jar|javascript|jdbc|jnlp|ldap|ldaps|livescript|mailto|market|mid|mocha|moz-.*|ms-.*|news|nfs|nntp|opera|pop|resource|rsync|rtsp|search-ms|sftp|shell|sip|sips|sms|smsto|smb|ssh|steam|svn|tel|telnet|tn3270|urn|vbscript|view-source|vnc|ws|wss|wyciwyg|x-apple.*|xmpp)$/;

/** How a redirect URI reaches its client. */
export type RedirectKind = "web" | "loopback" | "app";

/**
 * The kind of a redirect URI that codes may be sent to: https, http on loopback, or a private-use scheme (RFC 8252). Null for
 * anything else: fragments, credentials, plain http, `javascript:`.
 */
export function redirectKind(text: string): RedirectKind | null {
  if (text.length > REDIRECT_URI_LENGTH_MAX || !PLAIN.test(text) || text.includes("#")) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === "https" || scheme === "http") {
    // The parser also accepts `https:host` and `https:\\host`, which others interpret differently.
    if (!/^https?:\/\/[^/\\]/i.test(text)) return null;
    // The URL standard allows more in a host, such as a semicolon, than any name has.
    if (!/^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/i.test(url.hostname)) return null;
    if (scheme === "https") return "web";
    return LOOPBACK_HOSTS.includes(url.hostname) ? "loopback" : null;
  }
  return scheme.length >= 3 && !TAKEN_SCHEMES.test(scheme) && /^[^:]+:\/[^\\]*$/.test(text) ? "app" : null;
}

/**
 * Whether a code may be sent to `asked`: it must equal one of the client's redirect URIs exactly. On loopback the port is
 * ignored, since an app takes whichever is free (RFC 8252, section 7.3).
 */
export function isRedirectOf(uris: readonly string[], asked: string): boolean {
  const kind = redirectKind(asked);
  if (kind === null) return false;
  return uris.some(
    (uri) => uri === asked || (kind === "loopback" && redirectKind(uri) === "loopback" && portless(uri) === portless(asked)),
  );
}

/** The URI with response parameters appended to its own. */
export function withParameters(uri: string, parameters: URLSearchParams): string {
  return `${uri}${uri.includes("?") ? "&" : "?"}${parameters}`;
}

/**
 * The sources for a page's `form-action`. Browsers check it against every redirect that follows a form submission, and apps often
 * redirect from their own address to their vendor's page, so any https URL is allowed. It has no syntax for IPv6 addresses, so
 * those allow their whole scheme.
 */
export function formTargets(uri: string): readonly string[] {
  const url = new URL(uri);
  if (url.protocol !== "https:" && url.protocol !== "http:") return [url.protocol];
  return [url.hostname.startsWith("[") ? url.protocol : url.origin, "https:"];
}

/** An http URL without its port. */
function portless(uri: string): string {
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]+))(?::\d*)?/i, "$1");
}
