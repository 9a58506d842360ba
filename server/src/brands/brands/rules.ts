/** What counts towards the limits of an account, and the limits; null for none. */
export interface Counted {
  readonly brands: number;
  readonly collections: number;
  readonly automations: number;
  readonly scheduledPosts: number;
  readonly mediaBytes: number;
}

export type Limits = { readonly [K in keyof Counted]: number | null };

/** Why a brand does not fit into an account beside what that has, as a sentence; null if it does. */
export function whyItDoesNotFit(account: { readonly used: Counted; readonly limits: Limits }, brand: Counted): string | null {
  const { used, limits } = account;
  for (const [name, noun] of NOUNS) {
    const [limit, sum] = [limits[name], used[name] + brand[name]];
    // Without a share of its own the brand changes nothing.
    if (limit === null || brand[name] === 0 || sum <= limit) continue;
    if (name === "mediaBytes") return `Their account may keep ${inMiB(limit)} of media; with this brand it would have ${inMiB(sum)}.`;
    return `Their plan allows ${limit} ${noun}; with this brand they would have ${sum}.`;
  }
  return null;
}

const NOUNS = [
  ["brands", "brands"],
  ["collections", "collections"],
  ["automations", "automations"],
  ["scheduledPosts", "scheduled posts"],
  ["mediaBytes", "media"],
] as const;

function inMiB(bytes: number): string {
  return `${Math.ceil(bytes / (1024 * 1024))} MiB`;
}
