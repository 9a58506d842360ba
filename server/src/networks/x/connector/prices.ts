import type { Budget } from "../../connectors/connector.ts";
import { hasLink } from "./text.ts";

/**
 * What calls cost, in thousandths of a dollar: https://docs.x.com/x-api/getting-started/pricing (2026-08). Reads are paid for each
 * post or user that is returned. Unverified: whether a refused post is paid for, and what counts as a link.
 */
const POST = 15;
const POST_WITH_LINK = 200;
const ALT_TEXT = 5;
const POST_READ = 5;
/** One of the account's own list, if the account owns the application. */
const OWNED_READ = 1;
const USER_READ = 10;

export const BUDGETS: readonly Budget[] = [
  { name: "spending", unit: "USD", scale: 1000 },
  { name: "reads", unit: "posts", scale: 1 },
  // Those of the reads that are for counts: they add up to more than publishing costs, and nothing depends on them.
  { name: "counts", unit: "posts", scale: 1 },
];

type Amounts = Readonly<Record<string, number>>;

export const ALT_TEXT_PRICE: Amounts = { spending: ALT_TEXT };
export const PROFILE_PRICE: Amounts = { spending: USER_READ };

export function postPrice(text: string): Amounts {
  return { spending: hasLink(text) ? POST_WITH_LINK : POST };
}

/** For reading at most so many posts. */
export function readPrice(posts: number): Amounts {
  return { spending: posts * POST_READ, reads: posts };
}

/** How many posts of its own list an application's owner reads for the price of one by its id. */
export const OWNED_READS_FOR_ONE = POST_READ / OWNED_READ;

/** For reading at most so many posts of the account's own list. */
export function ownReadPrice(posts: number, { ownsApplication }: { readonly ownsApplication?: boolean | undefined }): Amounts {
  return ownsApplication ? { spending: posts * OWNED_READ, reads: posts } : readPrice(posts);
}

export function ownCountPrice(posts: number): Amounts {
  return { ...ownReadPrice(posts, { ownsApplication: true }), counts: posts };
}

export function countPrice(posts: number): Amounts {
  return { ...readPrice(posts), counts: posts };
}
