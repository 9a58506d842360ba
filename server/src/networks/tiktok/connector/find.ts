import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Account, Call, FindOutcome, OutgoingPost } from "../../connectors/connector.ts";
import { reasonOf } from "./api.ts";
import { review } from "./follow.ts";
import type { OrderCall } from "./progress.ts";
import { blindness, search } from "./search.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { type OrderWork, published, type Work, workOf } from "./work.ts";

/** Settles an unknown outcome: an order that TikTok has named by its state, photos without one by the account's list. */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const work = workOf(post, account, call);
  if ("kind" in work) return ABSENT;
  const { progress } = work;
  if (progress.post() !== null) return published(work);
  const order = progress.order();
  if (order !== null) return order.lastAt === null ? ABSENT : followed({ ...work, order });
  const open = progress.call();
  return open === null || open.isAnswered ? ABSENT : settled(work, open);
}

/** Whatever goes on then continues from the progress, so that no order is made twice. */
const ABSENT: FindOutcome = { kind: "absent" };
const ASK_AGAIN_SECONDS = 300;
/** What a person is told who has to settle it. */
const BY_HAND = "Look in the TikTok app, then say that it was published, or send it again.";

/** An attempt was cut off while TikTok may have had everything. */
async function followed(work: OrderWork): Promise<FindOutcome> {
  const outcome = await review(work);
  switch (outcome.kind) {
    case "published":
    case "handedOver":
    case "notAsked":
      return outcome;
    case "pending":
      return { kind: "undecided", reason: "TikTok is still processing the post.", retryAfterSeconds: outcome.checkAfterSeconds };
    default:
      // `publish` reads the same state and says what it means.
      return ABSENT;
  }
}

/** TikTok may have fetched the photos or not. What its list does not show may be published all the same, so nothing is sent again. */
async function settled(work: Work, open: OrderCall): Promise<FindOutcome> {
  const { progress, call } = work;
  const blind = blindness(work);
  if (blind !== null) return undecidable(`TikTok did not answer, and ${blind}.`);
  const age = secondsBetween(open.firstAt, call.now());
  const early = (LOOKS_SECONDS[open.looks] ?? 0) - age;
  if (early > 0) return undecided("TikTok did not answer; it is looked up shortly.", early);
  const found = await search(work, open.firstAt);
  if (found.kind === "partial") {
    const asked = found.failure.kind === "refused" ? (found.failure.retryAfterSeconds ?? 0) : 0;
    return { kind: "notAsked", reason: reasonOf(found.failure), retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, asked) };
  }
  const [match, ...others] = found.matches;
  if (match !== undefined && others.length === 0) {
    await progress.setPosts([match]);
    return published(work);
  }
  await progress.setCall({ ...open, looks: open.looks + 1 });
  const what = match === undefined ? "does not list it" : "lists several with this text";
  const next = LOOKS_SECONDS[open.looks + 1];
  return next === undefined ? undecidable(`TikTok did not answer, and ${what}.`) : undecided(`TikTok ${what} yet.`, next - age);
}

function undecided(reason: string, seconds: number): FindOutcome {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function undecidable(reason: string): FindOutcome {
  return { kind: "undecidable", reason: `${reason} ${BY_HAND}` };
}
