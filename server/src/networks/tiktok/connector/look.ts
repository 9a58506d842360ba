import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Looked, Looking } from "../../connectors/once/visible.ts";
import { reasonOf } from "./api.ts";
import { lateMatch, unreadSeconds } from "./follow.ts";
import { search } from "./list.ts";
import { PART_SETTLES_SECONDS } from "./unverified.ts";
import { standingOf } from "./upload.ts";
import type { Work } from "./work.ts";

/** TikTok may have fetched the photos or not. What its list does not show may be published all the same, so nothing is sent again. */
export async function lookForPhotos(work: Work, { since }: Looking): Promise<Looked> {
  const found = await search(work, since);
  return found.kind === "read" ? { ...found, unless: NOT_LISTED } : found;
}

const NOT_LISTED = "TikTok did not answer, and does not list it. Look in the TikTok app, then say that it was published, or send it again.";
const UNDERWAY = "TikTok is still processing the post.";

/** By the state of its order. Bytes that are missing may go to the same address again: what they complete is published once. */
export async function lookForVideo(work: Work): Promise<Looked> {
  const order = work.progress.order();
  if (order === null) return { kind: "never" };
  const orderWork = { ...work, order };
  const standing = await standingOf(orderWork);
  switch (standing.kind) {
    case "taken":
      return { kind: "read", alike: [{ id: order.publish, at: null }] };
    case "missing":
    case "given up":
      return { kind: "never" };
    case "unread":
      return { kind: "unread", reason: reasonOf(standing.failure), retryAfterSeconds: unreadSeconds(standing.failure) };
    case "open": {
      const match = await lateMatch(orderWork);
      if (match !== null) return { kind: "read", alike: [match] };
      const age = secondsBetween(order.lastAt ?? order.at, work.call.now());
      return age < PART_SETTLES_SECONDS ? { kind: "unread", reason: UNDERWAY } : { kind: "underway", reason: UNDERWAY };
    }
  }
}
