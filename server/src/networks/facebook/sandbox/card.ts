/** The preview of a link. Nothing is fetched from outside, so it says what the address itself tells. */
export function cardOf(link: string): { readonly url: string; readonly title: string; readonly description: string } {
  const { hostname, pathname } = new URL(link);
  return { url: link, title: hostname.replace(/^www\./, ""), description: decodedPath(pathname) };
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
