/**
 * A request's target as routes know it. From the absolute form that proxies send (RFC 9112, section 3.2.2) it takes path and query. In
 * a path that is no valid percent-encoded UTF-8, each `%` stands for itself: so it leads to the refusal of its route, with what belongs
 * to it, and not to one of the router.
 */
export function targetOf(url: string): string {
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  return isDecodable(path) ? target : path.replaceAll("%", "%25") + target.slice(path.length);
}

function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
