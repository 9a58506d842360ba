import type { PublishOutcome } from "../connector.ts";
import type { Json } from "../json.ts";
import { type Answer, ask, type Failure, reasonOf } from "./api.ts";
import { duplicateOf, isTurnedAway, signOf, waitAsked } from "./errors.ts";
import type { Calls, Created, Visible } from "./progress.ts";
import type { Work } from "./work.ts";

/** Something that readers see, which one call makes. */
export interface Making {
  readonly what: Visible;
  readonly path: string;
  readonly body: Json;
  /** What it became; null if the answer does not say. */
  madeOf(answer: Answer): Created | null;
}

export type Made =
  | { readonly kind: "made"; readonly made: Created }
  /** Certainly not done. */
  | { readonly kind: "refused"; readonly failure: Failure }
  | Extract<PublishOutcome, { kind: "unknown" }>;

/** Less time than LinkedIn takes now and then would make outcomes unknown for nothing. */
const TIMEOUT_SECONDS = 90;

export function isOpen(calls: Calls | null): boolean {
  return calls !== null && !calls.isAnswered;
}

/**
 * The one call that readers notice. LinkedIn knows no idempotency key, and what it says about duplicates proves nothing: it names
 * posts that do not exist. So that the call begins is stored before it, and there is never a second one while it has no answer.
 */
export async function make({ server, progress }: Work, { what, path, body, madeOf }: Making): Promise<Made> {
  const before = progress.calls(what);
  const now = server.reach.now();
  const begun: Calls = {
    firstAt: before?.firstAt ?? now,
    lastAt: now,
    isAnswered: false,
    lost: before?.lost ?? 0,
    looks: 0,
    named: before?.named ?? null,
  };
  await progress.setCalls(what, begun);
  const answer = await ask(server, { method: "POST", path, body, timeoutSeconds: TIMEOUT_SECONDS });
  if (answer.kind === "ok") {
    const made = madeOf(answer);
    if (made === null) return { kind: "unknown", reason: "LinkedIn: the answer does not say what was made." };
    await progress.setCreated(what, made);
    return { kind: "made", made };
  }
  if (answer.kind !== "unreached") {
    const sign = signOf(answer);
    if ((sign === "outage" && !isTurnedAway(answer)) || sign === "conflict")
      return { kind: "unknown", reason: reasonOf(answer), ...waitAsked(answer) };
    if (sign === "duplicate" && begun.lost > 0) {
      await progress.setCalls(what, { ...begun, named: duplicateOf(answer) });
      return { kind: "unknown", reason: reasonOf(answer) };
    }
  }
  await progress.setCalls(what, { ...begun, isAnswered: true });
  return { kind: "refused", failure: answer };
}
