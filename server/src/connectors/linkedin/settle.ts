import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { FindOutcome } from "../connector.ts";
import { saidAt, type TheirMoment } from "../their-clock.ts";
import { type Failure, reasonOf } from "./api.ts";
import { waitAsked } from "./errors.ts";
import type { Calls, Created, Visible } from "./progress.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { isMember, type Work } from "./work.ts";

/** `whole`: everything since the first call was read; the matches are those that no other delivery claims. */
export type Search = { readonly kind: "whole"; readonly matches: readonly Created[] } | PartialSearch;

/** LinkedIn tells moments in milliseconds since 1970. */
export function momentOf(milliseconds: number): TheirMoment | null {
  return saidAt(milliseconds / 1000);
}

export interface PartialSearch {
  readonly kind: "partial";
  readonly reason: string;
  readonly retryAfterSeconds?: number;
}

export type Settled = { readonly kind: "created"; readonly created: Created } | Exclude<FindOutcome, { kind: "published" }>;

const ASK_AGAIN_SECONDS = 300;
/** What a person is told who has to settle it. */
const BY_HAND = "Look on LinkedIn, then say that it was published, or send it again.";

/**
 * Finds out what became of a call without an answer. A person's posts and comments cannot be read at all. Of a Page, `absent` means
 * that four searches found nothing, and makes way for one more call, with the same content; after that one, a person decides.
 */
export async function settle(
  work: Work,
  { what, canRead, search }: { readonly what: Visible; readonly canRead: boolean; search(calls: Calls): Promise<Search> },
): Promise<Settled> {
  const { progress, server } = work;
  const known = progress.created(what);
  if (known !== null) return { kind: "created", created: known };
  const calls = progress.calls(what);
  if (calls === null || calls.isAnswered) return { kind: "absent" };
  if (isMember(work)) return undecidable(`LinkedIn did not answer, and lets nobody read what a person published. ${BY_HAND}`);
  if (!canRead) return undecidable(`LinkedIn did not answer, and the permission to read was not given at the log-in. ${BY_HAND}`);
  const age = secondsBetween(calls.lastAt, server.reach.now());
  const early = (LOOKS_SECONDS[calls.looks] ?? 0) - age;
  if (early > 0) return undecided("LinkedIn did not answer; it is looked up shortly.", early);
  const found = await search(calls);
  if (found.kind === "partial") return undecided(found.reason, Math.max(ASK_AGAIN_SECONDS, found.retryAfterSeconds ?? 0));
  const [match, ...others] = found.matches;
  const looks = calls.looks + 1;
  const next = LOOKS_SECONDS[looks];
  await progress.setCalls(what, { ...calls, looks });
  if (match !== undefined && others.length === 0) {
    await progress.setCreated(what, match);
    return { kind: "created", created: match };
  }
  if (next !== undefined) {
    return undecided(match === undefined ? "LinkedIn does not list it yet." : "LinkedIn lists several with this content.", next - age);
  }
  if (match !== undefined) return undecidable(`LinkedIn did not answer, and lists several with this content. ${BY_HAND}`);
  if (calls.lost > 0) return undecidable(`LinkedIn gave no clear answer twice, and does not list it. ${BY_HAND}`);
  await progress.setCalls(what, { ...calls, looks, isAnswered: true, lost: calls.lost + 1 });
  return { kind: "absent" };
}

/** A search that LinkedIn did not answer. */
export function partial(failure: Failure): PartialSearch {
  return { kind: "partial", reason: reasonOf(failure), ...waitAsked(failure) };
}

export async function unclaimed({ call }: Work, matches: readonly Created[]): Promise<Search> {
  const owned = matches.length === 0 ? new Set() : await call.ownedByOthers(matches.map(({ id }) => id));
  return { kind: "whole", matches: matches.filter(({ id }) => !owned.has(id)) };
}

function undecided(reason: string, seconds: number): Settled {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function undecidable(reason: string): Settled {
  return { kind: "undecidable", reason };
}
