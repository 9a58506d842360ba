import type { Budget } from "../connector.ts";
import { hasLink } from "./text.ts";

/**
 * What calls cost, in thousandths of a dollar: https://docs.x.com/x-api/getting-started/pricing (2026-08). Reads are paid for each
 * post or user that is returned. Unverified: whether a refused post is paid for, and what counts as a link.
 */
const POST = 15;
const POST_WITH_LINK = 200;
const ALT_TEXT = 5;
const POST_READ = 5;
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

export function countPrice(posts: number): Amounts {
  return { ...readPrice(posts), counts: posts };
}
