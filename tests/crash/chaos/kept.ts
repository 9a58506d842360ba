import { createHash } from "node:crypto";
import type { Reply } from "../api.ts";

/** What was acknowledged and what is there, of one kind. */
export interface Kept {
  /** Such as `file`. */
  readonly kind: string;
  readonly acknowledged: readonly string[];
  /** Asked for, with an unknown outcome: may be there once. */
  readonly doubtful?: readonly string[];
  readonly present: readonly string[];
}

/** What was acknowledged and is not there, what is there twice, and what nobody has asked for. */
export function lostOrDoubled({ kind, acknowledged, doubtful = [], present }: Kept): string[] {
  const times = new Map<string, number>();
  for (const name of present) times.set(name, (times.get(name) ?? 0) + 1);
  const asked = new Set([...acknowledged, ...doubtful]);
  return [
    ...acknowledged.filter((name) => !times.has(name)).map((name) => `the ${kind} ${name} was acknowledged and is not there`),
    ...[...times].flatMap(([name, count]) => (count > 1 ? [`the ${kind} ${name} is there ${count} times`] : [])),
    ...[...times.keys()].filter((name) => !asked.has(name)).map((name) => `the ${kind} ${name} is there, and nobody has asked for it`),
  ];
}

/** Files that belong to nothing. `owned`: names of those that belong to something. */
export function ownerless(onDisk: readonly string[], owned: ReadonlySet<string>): string[] {
  return onDisk
    .filter((path) => !owned.has(path.slice(path.lastIndexOf("/") + 1)))
    .map((path) => `${path} is on the disk and belongs to nothing`);
}

/** What nobody should read who asked for something: codes of the system, names of programs, traces. */
const TECHNICAL = /\bE[A-Z]{3,}\b|\b(?:undefined|null|NaN|TypeError|Error:)\b|\bat .*:\d+:\d+|select |insert into|node:/;

/** Refusals that are no sentence for people. That no answer came is none: the outcome is unknown. */
export function speechless(replies: readonly Reply[]): string[] {
  return replies.flatMap((reply) => {
    if (reply === null || reply.status < 400) return [];
    const { message } = reply.body as { readonly message?: unknown };
    const isSentence = typeof message === "string" && /^\p{Lu}.*\s.*[.!]$/su.test(message) && !TECHNICAL.test(message);
    return isSentence ? [] : [`a refusal with ${reply.status} is no sentence: ${JSON.stringify(reply.body)}`];
  });
}

/** A file's content as a name. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}
