import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { Call, Held } from "../connector.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { type Calls, callAfter, holdOf, isOpen, type Made, recordOf } from "./calls.ts";
import type { Doubted, Halt, Part, Verdict } from "./visible.ts";

/** Looks that found nothing permit a repetition for so long. */
const CLEAR_SECONDS = 600;

/**
 * Makes the one call after which readers may see the part; nothing else in a connector does. That it begins is stored before it. There is
 * never another one while its outcome is open, and none on an absence that was seen long ago.
 */
export async function reveal(part: Part, { call, before }: { readonly call: Call; readonly before: Made | null }): Promise<Made | Halt> {
  const record = recordOf(call.checkpoint, part.names);
  const known = record.made();
  if (known !== null) return known;
  const earlier = record.calls();
  const isRepeated = isOpen(earlier);
  if (isRepeated && !holdsKey(part, earlier, call)) return TO_BE_FOUND;
  if (earlier?.clearedAt != null && secondsBetween(earlier.clearedAt, call.now()) > CLEAR_SECONDS) {
    // Meanwhile it may have been listed late.
    await record.begin({ ...reopened(earlier), looks: part.facts.looksSeconds(earlier).length - 1 });
    return TO_BE_FOUND;
  }
  const send = await part.ready(before, earlier);
  if (typeof send !== "function") {
    if (send.kind === "doubted") return doubt(part, call, send);
    const isRefused = send.kind === "rejected" || send.kind === "unsuitable";
    return isRepeated && isRefused ? afterRepetition(part, { kind: "refused", halt: send }) : send;
  }
  const calls = isRepeated && earlier !== null ? earlier : callAfter(earlier, call.now(), part.since?.() ?? undefined);
  if (!isRepeated) await record.begin(calls);
  const verdict = await send(calls, isRepeated);
  if (verdict.kind === "made") {
    if (part.facts.keySeconds === undefined) await record.setMade(verdict.made);
    else record.noteMade(verdict.made);
    return verdict.made;
  }
  if (isRepeated) {
    const refusal = lastWord(part, verdict);
    if (refusal !== null) await record.conclude({ ...calls, isRefused: true, reason: refusal });
    return afterRepetition(part, verdict);
  }
  if (verdict.kind === "refused") {
    // It had no effect, and says nothing about the calls before.
    await record.conclude(earlier);
    return verdict.halt;
  }
  const { reason, retryAfterSeconds, isFault = false, isTurnedAway = false, isRefusal = false } = verdict;
  const hold = verdict.hold === undefined ? null : holdFrom(calls.lastAt, verdict.hold);
  await record.conclude({ ...calls, open: isFault ? "fault" : "silence", isTurnedAway, isRefused: isRefusal, hold, reason });
  return { kind: "unknown", reason, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** Why nothing is to be done for a part, by what earlier calls were answered. */
export function standing({ names, facts }: Part, call: Call): Halt | null {
  const record = recordOf(call.checkpoint, names);
  const calls = record.calls();
  if (record.made() !== null || isOpen(calls)) return null;
  if (calls?.isRefused) return { kind: "rejected", reason: calls.reason ?? `${facts.network} refused it.` };
  return holdOf(calls, call.now());
}

/** From now on it is looked up before anything else. */
export async function doubt({ names }: Part, { checkpoint }: Call, { since }: Doubted): Promise<Halt> {
  const record = recordOf(checkpoint, names);
  await record.begin(reopened(record.calls() ?? callAfter(null, since)));
  return TO_BE_FOUND;
}

function holdFrom(at: Instant, { reason, scope, retryAfterSeconds }: Held) {
  return { until: addSeconds(at, retryAfterSeconds), reason, scope };
}

/** The calls to be looked up once more. Not counted once more. */
function reopened(calls: Calls): Calls {
  return { ...calls, open: "silence", isTurnedAway: true, looks: 0, clearedAt: null };
}

/** Whether repeating the last call now returns what it has made. Once that was refused, only a look can tell. */
export function holdsKey({ facts }: Part, calls: Calls | null, call: Pick<Call, "now">): boolean {
  return (
    calls !== null && !calls.isRefused && facts.keySeconds !== undefined && secondsBetween(calls.lastAt, call.now()) <= facts.keySeconds
  );
}

/** What refuses the post itself, where it can be looked up whether the first call has made it: null if nothing does. */
function lastWord({ look }: Part, verdict: Exclude<Verdict, { kind: "made" }>): string | null {
  if (verdict.kind !== "refused" || typeof look !== "function") return null;
  return verdict.halt.kind === "rejected" ? verdict.halt.reason : null;
}

/** It says nothing of the first call, and how long the network asks to wait. Where nobody can look, a person has to read the refusal. */
function afterRepetition({ look }: Part, verdict: Exclude<Verdict, { kind: "made" }>): Halt {
  if (verdict.kind === "refused" && typeof look !== "function") return verdict.halt;
  const said = verdict.kind === "refused" ? verdict.halt : verdict;
  const asked = "retryAfterSeconds" in said ? said.retryAfterSeconds : undefined;
  const reason = said.reason ?? TO_BE_FOUND.reason;
  return { kind: "unknown", reason, ...(asked === undefined ? {} : { retryAfterSeconds: asked }) };
}
