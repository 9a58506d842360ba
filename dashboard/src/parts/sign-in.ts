/** The sign-in page, which leads back here. */
export function signInPath(here: string): string {
  return `/sign-in?return_to=${encodeURIComponent(here)}`;
}
