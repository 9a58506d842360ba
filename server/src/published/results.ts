import { setImmediate as nextTurn } from "node:timers/promises";
import { type Instant, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import { EXPORT_ROWS_MAX, FIGURES_DAYS_MAX, type Result } from "@rostrum/contract/private/published.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { deliveryReasons, deliveryWords } from "@rostrum/contract/reasons.ts";
import type { App } from "../app.ts";
import { offsetOf } from "../database/page.ts";
import { type PathOf, thumbnails } from "../media/thumbnail.ts";
import { refuse } from "../refusal.ts";
import { csvOf } from "./csv.ts";
import { sumUp } from "./figures.ts";
import { listBest, listGains, listQuarters } from "./figures-store.ts";
import { findZone, listResults as list, type ResultFilter, type ResultRow } from "./results-store.ts";
import { whyNotAgain } from "./rules.ts";

/** What became of the brand's posts, in every state. */
export async function listResults(app: App, input: PrivateInput<"listResults">): Promise<PrivateOutput<"listResults">> {
  const { brandId, perPage: limit } = input;
  const timezone = await zoneOf(app, brandId);
  const { rows, total } = await list(app.db, { brandId, now: app.clock.now(), limit, offset: offsetOf(input) }, within(input, timezone));
  const thumbnailOf = await thumbnails(app);
  return { timezone, total, results: rows.map((row) => present(row, brandId, thumbnailOf)) };
}

/** The same as a table, from the first row on. */
export async function exportResults(app: App, input: PrivateInput<"exportResults">): Promise<PrivateOutput<"exportResults">> {
  const { brandId } = input;
  const timezone = await zoneOf(app, brandId);
  const place = { brandId, now: app.clock.now(), limit: EXPORT_ROWS_MAX, offset: 0 };
  const { rows, total } = await list(app.db, place, within(input, timezone));
  const lines: ReturnType<typeof lineOf>[] = [];
  for (const row of rows) {
    // Ten thousand moments in a time zone take half a second, which others must not wait for.
    if (lines.length % ROWS_AT_ONCE === 0) await nextTurn();
    lines.push(lineOf(present(row, brandId, withoutPictures), timezone));
  }
  return { csv: csvOf([headOf(timezone), ...lines]), rows: rows.length, total };
}

const ROWS_AT_ONCE = 500;

/** Sums of the brand's counts over a range of days. */
export async function showFigures(app: App, input: PrivateInput<"showFigures">): Promise<PrivateOutput<"showFigures">> {
  const { brandId, from: first, to: last, collectionId = null, channelId = null } = input;
  const timezone = await zoneOf(app, brandId);
  const earliest = addDays(printLocal(app.clock.now(), timezone).slice(0, 10), -FIGURES_DAYS_MAX);
  if (first < earliest) refuse(422, "from", `Figures begin at most ${FIGURES_DAYS_MAX} days ago, on ${earliest}.`);
  if (last > addDays(first, FIGURES_DAYS_MAX)) refuse(422, "to", `Figures cover at most ${FIGURES_DAYS_MAX} days.`);
  const filter = { brandId, from: startOf(first, timezone), to: startOf(addDays(last, 1), timezone), collectionId, channelId };
  const [posts, gains, best] = await Promise.all([
    listQuarters(app.db, filter),
    listGains(app.db, filter),
    listBest(app.db, filter, BEST_MAX),
  ]);
  return { timezone, ...sumUp(posts, gains, { timezone, first, last }), best };
}

const BEST_MAX = 10;

async function zoneOf(app: App, brandId: number): Promise<string> {
  return (await findZone(app.db, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
}

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

type Asked = Omit<ResultFilter, "from" | "to"> & { readonly from?: string | undefined; readonly to?: string | undefined };

function within({ from, to, ...filter }: Asked, timezone: string): ResultFilter {
  return {
    ...filter,
    // In UTC the first day may begin before, and the last end after all that there is.
    from: from === undefined || from <= FIRST_DAY ? null : startOf(from, timezone),
    to: to === undefined || to >= LAST_DAY ? null : startOf(addDays(to, 1), timezone),
  };
}

/** When a day `Y-m-d` begins. */
function startOf(day: string, timezone: string): Instant {
  return toInstant(Temporal.PlainDate.from(day).toZonedDateTime(timezone).toInstant());
}

function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Tables have none. */
const withoutPictures: PathOf = () => null;

function present(row: ResultRow, brandId: number, thumbnailOf: PathOf): Result {
  const { id, postId, collectionId, collection, isComment, postType, body, url, state, reason, dueAt, at } = row;
  const { countsNextAt } = row;
  const hasEnded = state === "FAILED" || state === "SKIPPED";
  const needsSettling = state === "FAILED" && reason === "undecided";
  const why = hasEnded ? whyNotAgain({ ...row, status: state }) : null;
  return {
    id,
    postId,
    collectionId,
    collection,
    channel: { id: row.channelId, name: row.channelName, type: row.channelType },
    isComment,
    postType,
    body,
    thumbnailUrl: row.picture === null ? null : thumbnailOf({ brandId, ...row.picture }),
    url,
    state,
    reason,
    meaning: reason === null ? null : deliveryReasons[reason],
    message: row.message ?? (row.heldUntil === null ? null : deliveryWords.held(row.heldReason ?? "", row.heldUntil)),
    dueAt,
    at,
    nextTryAt: row.nextAt,
    counts: countsIn(row),
    countsNextAt,
    canTryAgain: hasEnded && why === null,
    whyNotAgain: why,
    needsSettling,
  };
}

function countsIn({ likes, comments, shares, countsTold, countsReadAt: readAt }: ResultRow): Result["counts"] {
  if (readAt === null) return null;
  const told = (figure: number, bit: number) => (countsTold === null || (countsTold & bit) !== 0 ? figure : null);
  return { likes: told(likes, TOLD.likes), comments: told(comments, TOLD.comments), shares: told(shares, TOLD.shares), readAt };
}

/** Bits of `countsTold`. */
const TOLD = { likes: 1, comments: 2, shares: 4 } as const;

function headOf(timezone: string): string[] {
  const times = [`Time (${timezone})`, "Time (UTC)"];
  return [...times, "State", "Reason", "Message", "Channel", "Network", "Collection", "Type", "Text", "Link", ...COUNT_COLUMNS];
}

const COUNT_COLUMNS = ["Likes", "Comments", "Shares", "Counts read (UTC)", "Entry", "Post"];

/** Unknown counts are empty cells: they are not 0. */
function lineOf(result: Result, timezone: string): (string | number | null)[] {
  const { at, state, reason, message, channel, collection, postType, body, url, counts, id, postId } = result;
  return [
    printLocal(at as Instant, timezone),
    `${at.slice(0, 10)} ${at.slice(11, 19)}`,
    state,
    reason,
    message,
    channel.name,
    channel.type,
    collection,
    postType,
    body,
    url,
    counts?.likes ?? null,
    counts?.comments ?? null,
    counts?.shares ?? null,
    counts === null ? null : `${counts.readAt.slice(0, 10)} ${counts.readAt.slice(11, 19)}`,
    id,
    postId,
  ];
}
