/**
 * Cookies are scoped to this host and all of its paths, hidden from scripts, and not sent with cross-site POSTs. Over https their
 * name has the `__Host-` prefix, so that neither another host nor a plain connection can set them.
 */

export interface CookieGround {
  readonly publicUrl: string;
}

export function cookieOf(ground: CookieGround, header: string | undefined, name: string): string | null {
  const wanted = `${fullName(ground, name)}=`;
  const found = (header ?? "").split(";").map((part) => part.trim());
  return found.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/** The `Set-Cookie` value; `text` may hold only letters, digits, `-` and `_`. */
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
