/**
 * Cookies of ours are for this host and all of its paths, out of reach for scripts, and not sent along when another site
 * makes a browser post here. Over https they go by a name that no other host and no plain connection can set.
 */

export interface CookieGround {
  readonly publicUrl: string;
}

export function cookieOf(ground: CookieGround, header: string | undefined, name: string): string | null {
  const wanted = `${fullName(ground, name)}=`;
  const found = (header ?? "").split(";").map((part) => part.trim());
  return found.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/** The `Set-Cookie` value; the text has to be one of letters, digits, `-` and `_`. */
export function setCookie(ground: CookieGround, name: string, text: string, maxAgeSeconds: number): string {
  const secure = isSecure(ground) ? "; Secure" : "";
  return `${fullName(ground, name)}=${text}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function clearCookie(ground: CookieGround, name: string): string {
  return setCookie(ground, name, "", 0);
}

function fullName(ground: CookieGround, name: string): string {
  return isSecure(ground) ? `__Host-${name}` : name;
}

function isSecure({ publicUrl }: CookieGround): boolean {
  return publicUrl.startsWith("https:");
}
