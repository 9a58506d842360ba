/**
 * YouTube shows visitors from Europe a question about cookies instead of a page, unless they send this cookie, which says no (unverified).
 */
export const NO_COOKIES = "SOCS=CAI";

/** How a page is asked for, so that a server in Europe is shown it: its address, and the headers for it. */
export function unasked(address: string): { readonly url: string; readonly headers: { readonly cookie?: string } } {
  const url = directly(address);
  return { url, headers: url.startsWith("https://www.youtube.com/") ? { cookie: NO_COOKIES } : {} };
}

/** Where YouTube's other names redirect to: a cookie does not follow a redirect. */
function directly(address: string): string {
  const short = /^https?:\/\/youtu\.be\/([\w-]+)/.exec(address);
  if (short !== null) return `https://www.youtube.com/watch?v=${short[1]}`;
  return address.replace(/^https?:\/\/(?:m\.|www\.)?youtube\.com\//, "https://www.youtube.com/");
}
