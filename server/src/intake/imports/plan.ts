import { setImmediate as nextTurn } from "node:timers/promises";
import { addMilliseconds, type Instant, parseLocal } from "@rostrum/contract/formats.ts";
import type { ImportPreview, ImportProblem, PreviewedRow } from "@rostrum/contract/private/imports.ts";
import { localDay } from "../../brands/queue/rules.ts";
import { type ComposedRow, compose, datesOf, type Ground } from "./compose.ts";
import { orderOfColumn } from "./dates.ts";
import { knownAs } from "./fingerprints.ts";
import { columnsFrom, namedZone, type Recognised, recognise } from "./sources.ts";
import type { TableRow } from "./table.ts";

/** What somebody chooses for all rows. */
export interface Choices {
  readonly columns?: string | undefined;
  readonly dates?: "DAY_FIRST" | "MONTH_FIRST" | undefined;
  readonly mode: "SCHEDULED" | "QUEUED" | "DRAFTS";
  readonly undated: "DRAFT" | "QUEUE";
  readonly again: "SKIP" | "IMPORT";
  readonly collectionId?: number | undefined;
  readonly places?: string | undefined;
}

/** What the service knows of the brand that the posts go to. */
export interface BrandFacts {
  readonly timezone: string;
  readonly now: Instant;
  /** Oldest first. */
  readonly collections: readonly { readonly id: number; readonly title: string }[];
  /** How many scheduled and immediate posts a collection may have on a day; 0 for no limit. */
  readonly postsPerDay: number;
  /** What has been imported, in the words of `knownAs`. */
  knownAmong(fingerprints: readonly string[]): Promise<ReadonlySet<string>>;
  dueBetween(from: Instant, to: Instant): Promise<readonly { readonly collectionId: number; readonly at: Instant }[]>;
}

/** A row with what becomes of it. */
export interface PlannedRow extends ComposedRow {
  readonly outcome: PreviewedRow["outcome"];
  readonly collectionId: number | null;
}

export interface Plan extends Pick<ImportPreview, "questions" | "dates" | "places" | "collectionId"> {
  readonly file: Recognised;
  readonly rows: readonly PlannedRow[];
}

/** How many rows are worked on in one turn of the event loop, and for how long at most: some take a hundred times as long as others. */
const ROWS_PER_TURN = 50;
const TURN_MILLISECONDS = 5;

/** What would become of the rows of a table. Other work goes on in between. */
export async function planImport(table: readonly TableRow[], choices: Choices, brand: BrandFacts): Promise<Plan> {
  const recognised = recognise(table);
  const columns = choices.columns === undefined ? recognised.columns : columnsFrom(choices.columns, recognised.header.length);
  const zone = recognised.zone ?? namedZone({ ...recognised, columns });
  const file = { ...recognised, columns, zone };
  const { timezone, now } = brand;
  const found = orderOfColumn(await datesIn(file));
  const order = choices.dates ?? (found === "DAY_FIRST" || found === "MONTH_FIRST" ? found : null);
  const ground: Ground = { file, timezone, now, order, mode: choices.mode, undated: choices.undated };
  const composed = await inTurns(file.rows, (row) => compose(ground, row));
  const places = placesOf(composed, choices, brand);
  const collectionId = chosenCollection(choices, brand);
  const placed = composed.map((row) => ({
    ...row,
    collectionId: places.find(({ name }) => name === row.place)?.collectionId ?? collectionId,
  }));
  const known = choices.again === "IMPORT" ? new Set<string>() : await brand.knownAmong(placed.map(({ fingerprint }) => fingerprint));
  const rows = await withDailyLimit(outcomes(placed, known, choices.again), brand);
  // Drafts have no date that could be wrong.
  const isAsking = choices.mode !== "DRAFTS" && choices.dates === undefined && (found === "open" || found === "torn");
  return {
    file,
    rows,
    places,
    collectionId,
    dates: order,
    questions: questionsOf({ file, isAsking, isTorn: found === "torn", collectionId, brand }),
  };
}

async function datesIn(file: Recognised) {
  return (await inTurns(file.rows, (row) => datesOf({ ...file, rows: [row] }))).flat();
}

async function inTurns<T>(rows: readonly TableRow[], work: (row: TableRow) => T): Promise<T[]> {
  const done: T[] = [];
  let since = performance.now();
  for (const row of rows) {
    done.push(work(row));
    if (done.length % ROWS_PER_TURN !== 0 && performance.now() - since < TURN_MILLISECONDS) continue;
    await nextTurn();
    since = performance.now();
  }
  return done;
}

/** A collection of the brand that somebody names; else its oldest; null if it has none, or the one named is not its own. */
function chosenCollection({ collectionId }: Choices, { collections }: BrandFacts): number | null {
  if (collectionId === undefined) return collections[0]?.id ?? null;
  return collections.some(({ id }) => id === collectionId) ? collectionId : null;
}

/** More names than anybody would choose collections for: then the column names something else. */
const PLACES_MAX = 100;

/** What the file says of where its posts go, in the order of the file. A collection of the same name is taken without a choice. */
function placesOf(rows: readonly ComposedRow[], { places: chosen = "" }: Choices, { collections }: BrandFacts): ImportPreview["places"] {
  const counts = new Map<string, number>();
  for (const { place } of rows) if (place !== "") counts.set(place, (counts.get(place) ?? 0) + 1);
  const choices = new Map(chosen.split(",").map((pair) => pair.split(":").map(Number) as [number, number]));
  return [...counts].slice(0, PLACES_MAX).map(([name, count], index) => {
    const own = choices.get(index + 1) ?? collections.find(({ title }) => title.trim().toLowerCase() === name.toLowerCase())?.id;
    return { place: index + 1, name, rows: count, collectionId: collections.find(({ id }) => id === own)?.id ?? null };
  });
}

type PlacedRow = Omit<PlannedRow, "outcome">;

/** Rows that would be one too many for a collection's day are told so before anything is stored. What is not imported takes no place. */
async function withDailyLimit(rows: readonly PlannedRow[], brand: BrandFacts): Promise<PlannedRow[]> {
  const { timezone, postsPerDay } = brand;
  const days = rows
    .flatMap(({ localDate, publishMode }) => (publishMode === "SCHEDULE" && localDate !== null ? [localDate.slice(0, 10)] : []))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  if (postsPerDay === 0 || first === undefined || last === undefined) return [...rows];
  const dayAfter = addMilliseconds(parseLocal(`${last} 12:00:00`, timezone), 86_400_000);
  const due = await brand.dueBetween(localDay(timezone, parseLocal(`${first} 12:00:00`, timezone)).from, dayAfter);
  const counts = new Map<string, number>();
  const count = (key: string) => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
  const dayOf = dayPrinter(timezone);
  for (const [index, { collectionId, at }] of due.entries()) {
    if (index % 1000 === 999) await nextTurn();
    count(`${collectionId} ${dayOf(at)}`);
  }
  return rows.map((row) => {
    if (row.outcome !== "READY" || row.publishMode !== "SCHEDULE" || row.localDate === null) return row;
    if (count(`${row.collectionId} ${row.localDate.slice(0, 10)}`) < postsPerDay) return row;
    const sentence = `A collection may have ${postsPerDay} scheduled posts per day, and there are as many on ${row.localDate.slice(0, 10)} already.`;
    return { ...row, body: null, outcome: "PROBLEM", problems: [{ column: null, sentence }] };
  });
}

/** Days on a clock, many times faster than a zoned date for each. */
function dayPrinter(timezone: string): (at: Instant) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (at) => format.format(new Date(at));
}

function outcomes(rows: readonly PlacedRow[], known: ReadonlySet<string>, again: Choices["again"]): PlannedRow[] {
  const above = new Set<string>();
  return rows.map((row) => {
    const name = knownAs(row);
    const own = `${name} ${row.writtenDate}`;
    const isTwice = again === "SKIP" && above.has(own);
    const noWhere: ImportProblem[] = row.collectionId === null ? [{ column: null, sentence: "There is no collection for it." }] : [];
    const problems = [...row.problems, ...noWhere];
    const outcome = known.has(name) ? "BEFORE" : problems.length > 0 ? "PROBLEM" : isTwice ? "TWICE" : "READY";
    // What is not imported stands in nobody's way.
    if (outcome === "READY") above.add(own);
    return { ...row, problems, outcome };
  });
}

interface Asking {
  readonly file: Recognised;
  readonly isAsking: boolean;
  readonly isTorn: boolean;
  readonly collectionId: number | null;
  readonly brand: BrandFacts;
}

function questionsOf({ file, isAsking, isTorn, collectionId, brand }: Asking): ImportPreview["questions"] {
  const { columns } = file;
  const questions: { field: ImportPreview["questions"][number]["field"]; sentence: string }[] = [];
  const ask = (field: ImportPreview["questions"][number]["field"], sentence: string) => questions.push({ field, sentence });
  if (file.rows.length > 0 && !columns.includes("caption") && !columns.includes("link"))
    ask("columns", "Say which column has the text of the posts.");
  if (isAsking) {
    ask(
      "dates",
      isTorn
        ? "Some dates have the day first and others the month. Say how those are meant that could be either."
        : "Every date could have the day or the month first. Say which.",
    );
  }
  if (collectionId === null) {
    ask(
      "collection_id",
      brand.collections.length === 0 ? "The brand has no collection yet. Create one first." : "This collection is not in the brand.",
    );
  }
  return questions;
}
