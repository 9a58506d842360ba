import type { Call } from "../connector.ts";
import { type Wait, wait } from "../wait.ts";
import { type Made, recordOf } from "./calls.ts";
import { reveal } from "./reveal.ts";
import { settle } from "./settle.ts";
import type { Part } from "./visible.ts";

/** It is not made, and will not be. `reason`: null where nobody knows whether it was. */
interface Left {
  readonly kind: "left";
  readonly reason: string | null;
}

/**
 * Makes what goes along with something that is out, such as a second place for it. Nothing of it keeps the delivery from ending, so a doubt
 * about it is settled here as well. `others`: what its siblings have become.
 */
export async function alongside(part: Part, { call, others }: { call: Call; others: readonly string[] }): Promise<Made | Wait | Left> {
  const settled = await settle(part, { call, before: null, others });
  if (settled.kind === "made") return settled.made;
  if (settled.kind === "undecidable") return { kind: "left", reason: null };
  if (settled.kind !== "absent" && settled.kind !== "repeatable") return wait(settled.retryAfterSeconds ?? 0);
  const result = await reveal(part, { call, before: null });
  if (!("kind" in result) || result.kind === "wait") return result;
  if (result.kind !== "unknown") return { kind: "left", reason: result.reason ?? null };
  const calls = recordOf(call.checkpoint, part.names).calls();
  const [first = 0] = calls === null ? [] : part.facts.looksSeconds(calls);
  return wait(Math.max(first, result.retryAfterSeconds ?? 0));
}
