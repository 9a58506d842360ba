import type { Result } from "@rostrum/contract/private/published.ts";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import { networkName } from "../../parts/look/networks.ts";
import type { State } from "../../parts/look/StateMark.tsx";
import { printCount } from "../../parts/numbers.ts";
import { words } from "./words.ts";

const STATES: Readonly<Record<Result["state"], State>> = {
  PUBLISHED: "sent",
  SENT: "sent",
  FAILED: "failed",
  SKIPPED: "skipped",
  RETRYING: "leaving",
  waiting: "leaving",
  publishing: "leaving",
  pending: "leaving",
  unknown: "leaving",
};

export function stateOf({ state }: Pick<Result, "state">): State {
  return STATES[state];
}

export function isUnderWay(result: Pick<Result, "state">): boolean {
  return stateOf(result) === "leaving";
}

/** What stands below a network's disc: its likes where they are known, else a word or the hour of the next step. */
export function discWord(
  { state, needsSettling, counts, countsNextAt, nextTryAt, isComment }: Result,
  printTime: (at: string) => string,
): string {
  if (state === "FAILED") return needsSettling ? words.states.unsure : words.states.failed;
  if (state === "SKIPPED") return words.states.skipped;
  if (state === "publishing") return words.states.now;
  if (state !== "PUBLISHED" && state !== "SENT") return nextTryAt === null ? words.states.soon : printTime(nextTryAt);
  if (isComment) return words.states.comment;
  if (counts?.likes != null) return printCount(counts.likes);
  if (state === "SENT") return words.states.handed;
  return countsNextAt === null ? words.states.none : words.states.out;
}

/** What people call the network of a result. */
export function networkOf({ channel: { type, name } }: Pick<Result, "channel">): string {
  return type === null ? (name ?? words.someNetwork) : networkName(type);
}

/** The first words of a post, as a name for it. */
export function nameOf({ title, text }: Pick<SentPost, "title" | "text">): string {
  const whole = (title ?? "").trim() || text.trim() || words.noText;
  const [line = whole] = whole.split("\n");
  return line.length > NAME_LENGTH_MAX ? `${line.slice(0, NAME_LENGTH_MAX).trimEnd()}…` : line;
}

const NAME_LENGTH_MAX = 48;

/** What has ended on a network since the rows were looked at before, as sentences to be read aloud. */
export function movesBetween(before: readonly SentPost[], now: readonly SentPost[]): string[] {
  const known = new Map(before.flatMap(({ results }) => results.map((result) => [result.id, result])));
  return now.flatMap((post) =>
    post.results.flatMap((result) => {
      const last = known.get(result.id);
      const state = stateOf(result);
      if (last === undefined || !isUnderWay(last) || (state !== "sent" && state !== "failed" && state !== "skipped")) return [];
      return [words.moved[state]({ text: nameOf(post), network: networkOf(result) })];
    }),
  );
}

/** What stands first: the entries of the post itself, then comments that did not simply arrive. */
export function shownResults(results: readonly Result[]): Result[] {
  return results.filter((result) => !result.isComment || stateOf(result) !== "sent");
}
