const LENGTH_MAX = 8192;
/** Where somebody goes who was nowhere before. */
export const HOME = "/account";

/**
 * Where to go on after signing in: a path of this site with its query, whatever was asked for. Browsers read `//host`,
 * `/\host` and paths with tabs as other sites, so that the parsed address is what counts, and what is handed on.
 */
export function returnPath(asked: string | null | undefined): string {
  if (asked === null || asked === undefined || asked.length > LENGTH_MAX || !asked.startsWith("/")) return HOME;
  const here = "http://here.invalid";
  const url = URL.parse(asked, here);
  if (url === null || url.origin !== here || url.pathname.startsWith("//")) return HOME;
  // To sign in or out again is no place to go on.
  if (/^\/sign-(in|out)\/?$/.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}`;
}
