import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Account, Call, FindOutcome, OutgoingPost } from "../connector.ts";
import { type Followed, follow } from "./follow.ts";
import { planPost } from "./plan.ts";
import type { Calls } from "./progress.ts";
import { searchPost } from "./search.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { type Work, workOf } from "./work.ts";

/** What a person is told who has to settle it. */
const BY_HAND = "It may be published: look at the profile, then say that it was published, or send it again.";

/**
 * Settles a call without an answer by the location's posts. `absent` means that four searches, the last a quarter of an hour after the
 * call, found nothing, and makes way for one more call; after that one, a person decides.
 */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planPost(post);
  if (plan.kind !== "post") return { kind: "absent" };
  const work = workOf(plan, account, call);
  const created = work.progress.created();
  // `publish` asks what has become of it.
  if (work.progress.asksAgain()) return { kind: "absent" };
  if (created !== null) return settled(await follow(work, created, null));
  const calls = work.progress.calls();
  if (calls === null || calls.isAnswered) return { kind: "absent" };
  const age = secondsBetween(calls.lastAt, call.now());
  const early = (LOOKS_SECONDS[calls.looks] ?? 0) - age;
  if (early > 0) return undecided("Google did not answer; the post is looked up shortly.", early);
  const result = await searchPost(work, calls);
  if (result.kind === "notAsked") return result;
  if (result.kind === "gone") return { kind: "undecidable", reason: `${result.reason}. The location cannot be read any more.` };
  const { found, isWhole, aheadSeconds } = result;
  if (found === null) return absence(work, { ...calls, aheadSeconds, looks: calls.looks + 1 }, { isWhole, age });
  const made = { id: found.name, at: calls.lastAt };
  await work.progress.setCreated(made);
  return settled(await follow(work, made, found));
}

/** A rejection is told by `publish`, which makes nothing once there is a post. */
function settled(followed: Followed): FindOutcome {
  if (followed.kind === "wait") return undecided("Google is processing the post.", followed.seconds);
  return followed.kind === "rejected" ? { kind: "absent" } : followed;
}

async function absence(
  { progress }: Work,
  calls: Calls,
  { isWhole, age }: { readonly isWhole: boolean; readonly age: number },
): Promise<FindOutcome> {
  await progress.setCalls(calls);
  const next = LOOKS_SECONDS[calls.looks];
  if (next !== undefined) return undecided("Google does not list the post; it may appear late.", next - age);
  if (!isWhole) return { kind: "undecidable", reason: `Google did not answer, and lists too many posts to find this one. ${BY_HAND}` };
  const { lost, isTurnedAway } = calls;
  if (lost > 0 && !isTurnedAway)
    return { kind: "undecidable", reason: `Google gave no clear answer twice, and does not list the post. ${BY_HAND}` };
  await progress.setCalls({ ...calls, isAnswered: true, lost: isTurnedAway ? lost : lost + 1 });
  return { kind: "absent" };
}

function undecided(reason: string, seconds: number): FindOutcome {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}
