import { z } from "zod";
import type { Alike, Looked, Looking } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { isBefore, type TheirMoment } from "../../connectors/their-clock.ts";
import { isAlike, momentOf } from "./alike.ts";
import { ask, type Failure, reasonOf, waitAsked } from "./api.ts";
import { isBoardGone, stopAfter } from "./errors.ts";
import type { Work } from "./work.ts";

const PAGE_LENGTH = 250;
/** More is read only where the newest pins come first. */
const PAGES_MAX = 20;

const Pin = z.object({
  id: IdForm,
  created_at: z.string().nullish(),
  board_id: IdForm.nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  link: z.string().nullish(),
  alt_text: z.string().nullish(),
});
const Page = z.object({ items: z.array(Pin), bookmark: z.string().nullish() });

/**
 * Looks for the pin of a call without an answer: on the board, and then among all pins of the account. No order of these lists is
 * promised anywhere, so a page that lacks it says nothing; they are read to the end.
 */
export async function searchPin(work: Work, looking: Looking): Promise<Looked> {
  const { boardId } = work;
  const board = await readList(work, `/boards/${encodeURIComponent(boardId)}/pins`, looking);
  if (board.kind === "failed") return isBoardGone(board.failure) ? { kind: "gone", reason: BOARD_GONE } : unread(work, board.failure);
  const onBoard = await looking.unclaimed(board.alike);
  if (onBoard.length > 0) return { kind: "read", alike: onBoard };
  const all = await readList(work, "/pins", looking);
  if (all.kind === "failed") return unread(work, all.failure);
  const here = await looking.unclaimed(all.alike.filter(({ boardOf }) => boardOf === null || boardOf === boardId));
  if (here.length > 0) return { kind: "read", alike: here };
  if (!board.isWhole || !all.isWhole) return { kind: "unread", reason: "Pinterest: there are too many pins to read, in no order." };
  // Perhaps the one, moved there by hand.
  const elsewhere = await looking.unclaimed(all.alike);
  return { kind: "read", alike: [], unless: elsewhere.length > 0 ? ELSEWHERE : undefined };
}

const BOARD_GONE = "The board was deleted, or is no longer shared with this account.";
const ELSEWHERE = "A pin like it is on another board of the account, where somebody may have moved it: look at it on Pinterest.";

interface AlikePin extends Alike {
  readonly boardOf: string | null;
}

type List =
  | { readonly kind: "read"; readonly alike: readonly AlikePin[]; readonly isWhole: boolean }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Of a list, the pins that can be the one. */
async function readList({ server, pin }: Work, path: string, looking: Looking): Promise<List> {
  const alike: AlikePin[] = [];
  let bookmark: string | undefined;
  let last: TheirMoment | null = null;
  let isFalling = true;
  let isWhole = false;
  let isPast = false;
  for (let page = 0; page < PAGES_MAX && !isWhole; page += 1) {
    const answer = await ask(server, { method: "GET", path, query: { page_size: `${PAGE_LENGTH}`, bookmark } });
    if (answer.kind !== "ok") return { kind: "failed", failure: answer };
    const read = Page.safeParse(answer.body);
    if (!read.success) return { kind: "failed", failure: { kind: "lost", reason: "the list of pins cannot be read" } };
    const since = looking.since(answer.headers);
    for (const one of read.data.items) {
      const created = momentOf(one.created_at);
      isFalling &&= last === null || (created !== null && !isBefore(last, created));
      last = created ?? last;
      if (!isBefore(created ?? since, since) && isAlike(one, pin.words))
        alike.push({ id: one.id, at: created, boardOf: one.board_id ?? null });
    }
    // Trap: an empty page is not the last one while it names another.
    const next = read.data.bookmark ?? "";
    isWhole = next === "" || next === bookmark;
    isPast = last !== null && isBefore(last, since);
    bookmark = next;
  }
  return { kind: "read", alike, isWhole: isWhole || (isFalling && isPast) };
}

function unread({ call }: Work, failure: Failure): Looked {
  const outcome = stopAfter(failure, call);
  const asked = "retryAfterSeconds" in outcome ? outcome.retryAfterSeconds : 0;
  return { kind: "unread", reason: reasonOf(failure), retryAfterSeconds: Math.max(asked, waitAsked(failure, call).retryAfterSeconds ?? 0) };
}
