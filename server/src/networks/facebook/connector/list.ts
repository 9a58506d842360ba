import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { reasonOf } from "../../connectors/meta/graph.ts";
import { nextPage } from "../../connectors/meta/lists.ts";
import type { Looking, Unread } from "../../connectors/once/visible.ts";
import { isBefore, secondsBefore, type TheirMoment, tooFarAhead } from "../../connectors/their-clock.ts";
import { ask, type Page } from "./page.ts";

const PAGE_LENGTH = 100;
/** Lists that do not reach the time of the call in so many requests leave the look-up open. */
const REQUESTS_MAX = 20;

export interface ListOrder<Entry> {
  /** With its leading slash. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly entry: z.ZodType<Entry>;
  /** Entries without a time are given, and do not end the list. */
  timeOf(entry: Entry): TheirMoment | null;
  /** The earliest moment that is wanted. */
  readonly since: Looking["since"];
  /** When the call was made that may have made an entry, where the request has to name a moment. */
  readonly firstAt?: Instant;
}

export type ListOutcome<Entry> =
  | {
      readonly kind: "whole";
      /** Those since then. */
      readonly entries: readonly Entry[];
      /** Whether the list has anything at all. */
      readonly isEmpty: boolean;
    }
  | Unread;

/** Reads a list, newest first, to the end or to the given time. Whole or not at all: what is missing could be the wanted one. */
export async function readSince<Entry>(page: Page, order: ListOrder<Entry>): Promise<ListOutcome<Entry>> {
  const List = z.object({ data: z.array(order.entry) });
  const entries: Entry[] = [];
  let isEmpty = true;
  let next: Readonly<Record<string, string>> | null = {};
  for (let request = 0; next !== null; request += 1) {
    if (request === REQUESTS_MAX) return { kind: "unread", reason: "Facebook lists more than can be looked through." };
    const fields: Record<string, string> = { limit: `${PAGE_LENGTH}`, ...order.fields, ...next };
    const reply = await ask(page, { method: "GET", path: order.path, fields });
    if (reply.kind !== "ok") return { kind: "unread", reason: reasonOf("Facebook", reply) };
    const list = List.safeParse(reply.body);
    if (!list.success) return { kind: "unread", reason: "Facebook: a list of the Page cannot be read." };
    isEmpty &&= list.data.data.length === 0;
    const heard = { headers: reply.headers, now: page.call.now() };
    const blind = order.firstAt === undefined ? null : tooFarAhead(order.firstAt, heard);
    if (blind !== null) return { kind: "unread", reason: blind };
    const since = order.since(reply.headers);
    const recent = list.data.data.filter((entry) => !isBefore(order.timeOf(entry) ?? since, since));
    entries.push(...recent);
    if (recent.length < list.data.data.length) break;
    next = nextPage(reply.body);
  }
  return { kind: "whole", entries, isEmpty };
}

const Reel = z.object({ id: z.string() });

/** Whether the Page's reels since the call include this one. The list tells ids alone. */
export async function listsReel(page: Page, videoId: string, { since, calls }: Looking): Promise<boolean | Unread> {
  const list = await readSince(page, {
    path: `/${page.id}/video_reels`,
    fields: { fields: "id", since: `${secondsBefore(calls.firstAt)}` },
    entry: Reel,
    timeOf: () => null,
    since,
    firstAt: calls.firstAt,
  });
  return list.kind === "unread" ? list : list.entries.some(({ id }) => id === videoId);
}
