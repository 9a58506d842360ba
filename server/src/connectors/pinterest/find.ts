import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Account, Call, FindOutcome, OutgoingPost } from "../connector.ts";
import type { Calls } from "./progress.ts";
import { publishedAs, workOf } from "./publish.ts";
import { type SearchResult, searchPin } from "./search.ts";
import { FAULT_LAST_LOOK_SECONDS, LOOK_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

/** A call without an answer is repeated once, and one that ended with a fault at Pinterest as often as that has a time for it. */
const SILENCES_MAX = 1;
const FAULTS_MAX = FAULT_LAST_LOOK_SECONDS.length;

/**
 * Settles a call whose pin may exist. Only four looks in a row, the last long after the call, that read everything and did not find
 * it make it absent.
 */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const work = workOf(post, account, call);
  if ("kind" in work) return { kind: "absent" };
  const { progress } = work;
  if (progress.created() !== null) return publishedAs(work);
  const calls = progress.calls();
  if (calls === null || calls.open === "nothing") return { kind: "absent" };
  const early = lookAt(calls, calls.looks) - secondsBetween(calls.lastAt, call.now());
  if (early > 0) return undecided("The pin may not be listed yet.", early);
  const { aheadSeconds, ...result } = await searchPin(work, calls);
  return conclude(work, { ...calls, aheadSeconds }, result);
}

async function conclude(work: Work, calls: Calls, result: SearchResult): Promise<FindOutcome> {
  const { progress, call } = work;
  switch (result.kind) {
    case "found":
      await progress.setCreated(result.id);
      return publishedAs(work);
    case "boardGone":
      return { kind: "undecidable", reason: "The board was deleted, or is no longer shared with this account." };
    case "notAsked":
      await progress.setCalls(calls);
      return result;
    case "elsewhere":
    case "absent": {
      const looks = calls.looks + 1;
      if (looks < LOOK_SECONDS.length) {
        await progress.setCalls({ ...calls, looks });
        return undecided(
          "Pinterest does not list the pin; it may appear late.",
          lookAt(calls, looks) - secondsBetween(calls.lastAt, call.now()),
        );
      }
      return result.kind === "absent" ? afterAbsence(work, calls) : { kind: "undecidable", reason: ELSEWHERE };
    }
  }
}

const ELSEWHERE = "A pin like it is on another board of the account, where somebody may have moved it: look at it on Pinterest.";

/** The repetition is marked here, before it is sent. */
async function afterAbsence({ progress, call }: Work, calls: Calls): Promise<FindOutcome> {
  const { open, isTurnedAway } = calls;
  const silences = calls.silences + (open === "silence" && !isTurnedAway ? 1 : 0);
  const faults = calls.faults + (open === "fault" && !isTurnedAway ? 1 : 0);
  if (silences > SILENCES_MAX || faults > FAULTS_MAX) {
    const reason = `Pinterest did not say whether it made the pin, ${silences + faults} times, and does not list it: look at the board on Pinterest.`;
    return { kind: "undecidable", reason };
  }
  await progress.setCalls({ ...calls, open: "nothing", silences, faults, clearedAt: call.now() });
  return { kind: "absent" };
}

/** When the look with this number is due, in seconds since the call. */
function lookAt({ open, faults }: Calls, looks: number): number {
  const isLast = looks >= LOOK_SECONDS.length - 1;
  if (isLast && open === "fault") return FAULT_LAST_LOOK_SECONDS[faults] ?? Math.max(...FAULT_LAST_LOOK_SECONDS);
  return LOOK_SECONDS[Math.min(looks, LOOK_SECONDS.length - 1)] ?? 0;
}

function undecided(reason: string, seconds: number): FindOutcome {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}
