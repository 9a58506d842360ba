import { setImmediate as nextTurn } from "node:timers/promises";
import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import { EXPORT_ROWS_MAX, FIGURES_DAYS_MAX, GOOD_HOURS_DAYS, type Result } from "@rostrum/contract/private/published.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { refuse } from "../../ground/refusal.ts";
import { type PathOf, thumbnails } from "../media/thumbnail.ts";
import { csvOf } from "./csv.ts";
import { addDays, startOf, within } from "./days.ts";
import { goodHoursOf, sumUp } from "./figures.ts";
import { listBest, listGains, listQuarters } from "./figures-store.ts";
import { presentResult } from "./present.ts";
import { findZone, listResults as list } from "./results-store.ts";

/** What became of the brand's posts, in every state. */
export async function listResults(app: App, input: PrivateInput<"listResults">): Promise<PrivateOutput<"listResults">> {
  const { brandId, perPage: limit } = input;
  const timezone = await zoneOf(app, brandId);
  const { rows, total } = await list(app.db, { brandId, now: app.clock.now(), limit, offset: offsetOf(input) }, within(input, timezone));
  const thumbnailOf = await thumbnails(app);
  return { timezone, total, results: rows.map((row) => presentResult(row, brandId, thumbnailOf)) };
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
    lines.push(lineOf(presentResult(row, brandId, withoutPictures), timezone));
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
  const thumbnailOf = await thumbnails(app);
  const shown = best.map(({ picture, networks, ...row }) => ({
    ...row,
    networks: [...networks],
    thumbnailUrl: picture === null ? null : thumbnailOf({ brandId, ...picture }),
  }));
  return { timezone, ...sumUp(posts, gains, { timezone, first, last }), best: shown };
}

/** When this brand's posts got the most responses, from its own data. */
export async function showGoodHours(app: App, { brandId }: PrivateInput<"showGoodHours">): Promise<PrivateOutput<"showGoodHours">> {
  const timezone = await zoneOf(app, brandId);
  const last = printLocal(app.clock.now(), timezone).slice(0, 10);
  const first = addDays(last, -GOOD_HOURS_DAYS);
  const days = { from: startOf(first, timezone), to: startOf(addDays(last, 1), timezone) };
  const posts = await listQuarters(app.db, { brandId, ...days, collectionId: null, channelId: null });
  return goodHoursOf(sumUp(posts, [], { timezone, first, last }).hours);
}

const BEST_MAX = 10;

/** The time zone by whose days the brand's results are told. */
export async function zoneOf(app: App, brandId: number): Promise<string> {
  return (await findZone(app.db, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
}

/** Tables have none. */
const withoutPictures: PathOf = () => null;

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
