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

/** What the entry says where a network that shows links shows none that is no web address. */
export function noAddressNote(network: string): string {
  return `${network} shows only links that begin with http:// or https://, so the link was left out.`;
}
