import { numbered } from "../../sandbox/kit/stored.ts";

/**
 * Ids are decimal strings of 17 digits, beyond what a JavaScript number can hold. The first digits tell what an id is of, and
 * Instagram's objects from those of the Facebook network, which answers for them on its own host.
 */
const PREFIXES = { account: "178414", container: "179", comment: "178500", media: "180", scoped: "26" } as const;
const LENGTH = 17;

export const newId = numbered({
  account: [PREFIXES.account, LENGTH],
  container: [PREFIXES.container, LENGTH],
  comment: [PREFIXES.comment, LENGTH],
  scoped: [PREFIXES.scoped, LENGTH],
});

/** The id that the short code stands for. */
export function idOfShortcode(code: string): string {
  const hex = Buffer.from(code, "base64url").toString("hex");
  return hex === "" ? "" : BigInt(`0x${hex}`).toString();
}

/** The id of the media object that a container becomes. */
export function mediaIdOf(containerId: string): string {
  return PREFIXES.media + containerId.slice(PREFIXES.container.length);
}

/** What the id is of; null if it is none of this network's. */
export function kindOfId(id: string): "account" | "container" | "comment" | "media" | null {
  if (!/^\d{17}$/.test(id)) return null;
  if (id.startsWith(PREFIXES.account)) return "account";
  if (id.startsWith(PREFIXES.container)) return "container";
  if (id.startsWith(PREFIXES.comment)) return "comment";
  return id.startsWith(PREFIXES.media) ? "media" : null;
}

/** The short code in permalinks: the number in the alphabet of base64url. */
export function shortcodeOf(id: string): string {
  return Buffer.from(BigInt(id).toString(16).padStart(16, "0"), "hex").toString("base64url");
}
