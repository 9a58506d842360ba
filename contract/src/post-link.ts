const SCHEME = /^https?:\/\//iu;
/** A host name with at least one dot, then a port, a path or nothing. */
const BARE_ADDRESS = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]\S*)?$/u;

/** A post's link as networks take it: people write `shop.example/x`. What is no web address stays as it is. */
export function withScheme(link: string | null): string | null {
  const given = link?.trim() ?? "";
  return BARE_ADDRESS.test(given) && URL.canParse(`https://${given}`) ? `https://${given}` : link;
}

/** The link if readers can be led there. */
export function webAddress(link: string | null): string | null {
  const given = link?.trim() ?? "";
  return SCHEME.test(given) && URL.canParse(given) ? given : null;
}

/** Whether the post has a link that stands in none of these texts, so that readers miss it where it is shown nowhere else. */
export function isLinkMissing({ link }: { readonly link: string | null }, texts: readonly string[]): boolean {
  const plain = link?.trim().replace(SCHEME, "").replace(/\/$/u, "") ?? "";
  return plain !== "" && !texts.some((text) => text.includes(plain));
}

/**
 * What the entry says of a link that readers miss on a network that shows links beside texts; null if they miss none. `taken`: what the post
 * has in the place of the link.
 */
export function linkNote(
  post: { readonly link: string | null },
  texts: readonly string[],
  { network, taken = null }: { readonly network: string; readonly taken?: "files" | "files or poll" | null },
): string | null {
  if (!isLinkMissing(post, texts)) return null;
  if (taken === "files") return `${network} shows a link only below a text without files, so the link was left out.`;
  if (taken !== null) return `${network} shows a link only below a text without files or poll, so the link was left out.`;
  if (webAddress(post.link) !== null) return null;
  return `${network} shows only links that begin with http:// or https://, so the link was left out.`;
}
