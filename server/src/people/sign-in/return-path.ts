const LENGTH_MAX = 8192;
/** The page to go to when sign-in was opened directly. */
export const HOME = "/";
/** The page of a person's sign-in and connected programs. */
export const ACCOUNT = "/account";

/**
 * Where to go after signing in: always a path of this site with its query, whatever was asked for. Browsers read `//host`,
 * `/\host` and paths with tabs as other sites, so the parsed URL is what is checked and returned.
 */
export function returnPath(asked: string | null | undefined): string {
  if (asked === null || asked === undefined || asked.length > LENGTH_MAX || !asked.startsWith("/")) return HOME;
  const here = "http://here.invalid";
  const url = URL.parse(asked, here);
  if (url === null || url.origin !== here || url.pathname.startsWith("//")) return HOME;
  // Never return to sign-in or sign-out.
  if (/^\/sign-(in|out)\/?$/.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}`;
}
