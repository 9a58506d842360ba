/** A user name and password that stood in the address of a feed. */
export interface FeedLogin {
  /** Only there they are shown: no other server learns them. */
  readonly origin: string;
  readonly authorization: string;
}

/** The address without a user name and a password, and these: https://www.rfc-editor.org/rfc/rfc7617. */
export function parted(given: URL): { readonly url: URL; readonly login: FeedLogin | null } {
  const { username, password } = given;
  const url = new URL(given);
  url.username = "";
  url.password = "";
  if (username === "" && password === "") return { url, login: null };
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  return { url, login: { origin: url.origin, authorization: `Basic ${pair}` } };
}

/** The header for an address; none for other servers than the login's. */
export function headerFor(login: FeedLogin | null, address: string): { readonly authorization?: string } {
  return login !== null && URL.parse(address)?.origin === login.origin ? { authorization: login.authorization } : {};
}

/** A bare percent sign stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
