import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { aheadBy, IdForm } from "../reply.ts";
import { earliestFirst, isBefore, type TheirMoment, windowBy } from "../their-clock.ts";
import { isAlike, momentOf } from "./alike.ts";
import { ask, type Failure, reasonOf, waitAsked } from "./api.ts";
import { isBoardGone, outcomeOf } from "./errors.ts";
import type { Work } from "./work.ts";

export type SearchResult =
  | { readonly kind: "found"; readonly id: string }
  /** Both lists were read, and the pin is in neither. */
  | { readonly kind: "absent" }
  /** A pin like it is on another board: perhaps the one, moved there by hand. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "boardGone" }
  | { readonly kind: "notAsked"; readonly reason: string; readonly retryAfterSeconds: number };

/** How far Pinterest's clock is ahead of ours, as a search found it. */
export interface Clock {
  readonly aheadSeconds: number | null;
}

const PAGE_LENGTH = 250;
/** More is read only where the newest pins come first. */
const PAGES_MAX = 20;
const ASK_AGAIN_SECONDS = 60;

const Pin = z.object({
  id: IdForm,
  created_at: z.string().nullish(),
  board_id: IdForm.nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  link: z.string().nullish(),
  alt_text: z.string().nullish(),
});
type Pin = z.output<typeof Pin>;
const Page = z.object({ items: z.array(Pin), bookmark: z.string().nullish() });

/**
 * Looks for the pin of a call without an answer: on the board, and then among all pins of the account. No order of these lists is
 * promised anywhere, so a page that lacks it says nothing; they are read to the end.
 */
export async function searchPin(work: Work, call: { readonly firstAt: Instant } & Clock): Promise<SearchResult & Clock> {
  const { boardId } = work;
  const board = await readList(work, `/boards/${encodeURIComponent(boardId)}/pins`, call);
  if (board.kind === "failed") {
    const { failure } = board;
    return { ...(isBoardGone(failure) ? { kind: "boardGone" } : notAsked(work, failure)), aheadSeconds: call.aheadSeconds };
  }
  const clock = { aheadSeconds: board.aheadSeconds };
  const onBoard = await unclaimed(work, board.alike);
  if (onBoard !== null) return { kind: "found", id: onBoard.id, ...clock };
  const all = await readList(work, "/pins", { ...call, ...clock });
  if (all.kind === "failed") return { ...notAsked(work, all.failure), ...clock };
  const here = await unclaimed(
    work,
    all.alike.filter(({ board_id }) => board_id == null || board_id === boardId),
  );
  if (here !== null) return { kind: "found", id: here.id, ...clock };
  if (!board.isWhole || !all.isWhole) {
    return {
      kind: "notAsked",
      reason: "Pinterest: there are too many pins to read, in no order.",
      retryAfterSeconds: ASK_AGAIN_SECONDS,
      ...clock,
    };
  }
  return { kind: (await unclaimed(work, all.alike)) === null ? "absent" : "elsewhere", ...clock };
}

type List =
  | { readonly kind: "read"; readonly alike: readonly Pin[]; readonly isWhole: boolean; readonly aheadSeconds: number }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Of a list, the pins that can be the one. */
async function readList(work: Work, path: string, { firstAt, aheadSeconds }: { readonly firstAt: Instant } & Clock): Promise<List> {
  const { server, call, pin } = work;
  const alike: Pin[] = [];
  let ahead = aheadSeconds;
  let bookmark: string | undefined;
  let last: TheirMoment | null = null;
  let isFalling = true;
  let isWhole = false;
  for (let page = 0; page < PAGES_MAX && !isWhole; page += 1) {
    const answer = await ask(server, { method: "GET", path, query: { page_size: `${PAGE_LENGTH}`, bookmark } });
    if (answer.kind !== "ok") return { kind: "failed", failure: answer };
    const read = Page.safeParse(answer.body);
    if (!read.success) return { kind: "failed", failure: { kind: "lost", reason: "the list of pins cannot be read" } };
    ahead ??= aheadBy(answer.headers, call.now()) ?? 0;
    const since = windowBy(firstAt, ahead);
    for (const one of read.data.items) {
      const created = momentOf(one.created_at);
      isFalling &&= last === null || (created !== null && !isBefore(last, created));
      last = created ?? last;
      if (!isBefore(created ?? since, since) && isAlike(one, pin.words)) alike.push(one);
    }
    // Trap: an empty page is not the last one while it names another.
    const next = read.data.bookmark ?? "";
    isWhole = next === "" || next === bookmark;
    bookmark = next;
  }
  const measured = ahead ?? 0;
  const isPast = isFalling && last !== null && isBefore(last, windowBy(firstAt, measured));
  return { kind: "read", alike, isWhole: isWhole || isPast, aheadSeconds: measured };
}

/** The earliest pin that no other delivery has: a later one is another post with the same words. */
async function unclaimed({ call }: Work, alike: readonly Pin[]): Promise<Pin | null> {
  if (alike.length === 0) return null;
  const owned = await call.ownedByOthers(alike.map(({ id }) => id));
  const free = alike.filter(({ id }) => !owned.has(id));
  const [earliest = null] = earliestFirst(free, ({ created_at }) => momentOf(created_at));
  return earliest;
}

function notAsked({ call }: Work, failure: Failure): Extract<SearchResult, { kind: "notAsked" }> {
  const outcome = outcomeOf(failure, call.now());
  const asked = "retryAfterSeconds" in outcome ? outcome.retryAfterSeconds : undefined;
  const { retryAfterSeconds = 0 } = waitAsked(failure, call);
  return { kind: "notAsked", reason: reasonOf(failure), retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, asked ?? 0, retryAfterSeconds) };
}
