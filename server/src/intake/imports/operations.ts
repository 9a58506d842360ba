import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { ImportState, PreviewedRow } from "@rostrum/contract/private/imports.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { doerOf } from "../../brands/deletions/rules.ts";
import { lockPostCount } from "../../brands/posts/store.ts";
import { csvOf } from "../../brands/published/csv.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { createGate } from "../../ground/decoding/gate.ts";
import { refuse } from "../../ground/refusal.ts";
import type { ReceivedFile } from "../../ground/storage/storage.ts";
import { type BrandGround, type BrandViewer, type Entering, zoneOf } from "../../ground/viewer.ts";
import { knownAs } from "./fingerprints.ts";
import { type Choices, type Plan, type PlannedRow, planImport } from "./plan.ts";
import { PROBLEM_COLUMN } from "./sources.ts";
import {
  cancelWaiting,
  deleteOldImports,
  findGround,
  findImport,
  findMarked,
  type ImportRow,
  insertImport,
  insertRows,
  listDue,
  listFailed,
  listImportRows,
  listKept,
  listKnown,
  listTitles,
  lockImport,
  type NewImportRow,
  storeState,
} from "./store.ts";
import { readTable } from "./table.ts";

const SHOWN_ROWS_MAX = 100;
const CAPTION_SHOWN_MAX = 200;
const ROWS_PER_INSERT = 200;
const INSERT_LENGTH_MAX = 500_000;

interface Caller {
  readonly viewer: BrandViewer | null;
}

/** What would become of the rows of a file. */
export async function previewImport(
  app: App,
  input: PrivateInput<"previewImport"> & { readonly upload: ReceivedFile },
): Promise<PrivateOutput<"previewImport">> {
  const { brandId, upload, show, page, perPage } = input;
  const { plan, brand } = await planOf(app, { brandId, upload, choices: input });
  const { file, rows } = plan;
  const shown = show === "ALL" ? rows : rows.filter(({ outcome }) => outcome !== "READY");
  const ready = rows.filter(({ outcome }) => outcome === "READY");
  const dates = ready.flatMap(({ publishMode, localDate }) => (publishMode === "SCHEDULE" && localDate !== null ? [localDate] : [])).sort();
  const of = (mode: PlannedRow["publishMode"]) => ready.filter(({ publishMode }) => publishMode === mode).length;
  const have = (outcome: PlannedRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    source: file.source,
    timezone: zoneOf(brand),
    columns: file.header.map((name, index) => ({
      column: index + 1,
      name: cut(name),
      field: file.columns[index] ?? null,
      example: cut(file.rows.slice(0, SHOWN_ROWS_MAX).find(({ cells }) => (cells[index] ?? "").trim() !== "")?.cells[index] ?? ""),
    })),
    counts: {
      rows: rows.length,
      ready: ready.length,
      problems: have("PROBLEM"),
      before: have("BEFORE"),
      twice: have("TWICE"),
      undated: rows.filter(({ localDate, problems }) => localDate === null && problems.length === 0).length,
    },
    becomes: {
      scheduled: of("SCHEDULE"),
      queued: of("QUEUE"),
      drafts: of("DRAFT"),
      firstDate: dates[0] ?? null,
      lastDate: dates.at(-1) ?? null,
    },
    questions: plan.questions,
    dates: plan.dates,
    places: plan.places.map((place) => ({ ...place, name: cut(place.name) })),
    collectionId: plan.collectionId,
    rows: shown.slice((page - 1) * perPage, page * perPage).map(presentRow),
  };
}

/** Stores what is to become of each row; posts are made of them in the background. */
export async function startImport(
  app: App,
  input: PrivateInput<"startImport"> & { readonly upload: ReceivedFile },
  { viewer, again: enterAgain }: Caller & Entering,
): Promise<PrivateOutput<"startImport">> {
  const { brandId, upload, mode, again, mark = null } = input;
  const { plan, brand, fileHash } = await planOf(app, { brandId, upload, choices: input });
  const [question] = plan.questions;
  if (question !== undefined) refuse(422, question.field, question.sentence);
  const { source, header } = plan.file;
  const fileName = storable(cut(upload.fileName || "posts.csv"));
  const { upload: _, mark: __, ...choices } = input;
  const asked = hash("sha256", JSON.stringify([fileHash, Object.entries(choices).sort()]));
  await enterAgain();
  const id = await transaction(app.db, async (tx) => {
    // Two imports of the same file at the same time: the second sees the rows of the first.
    await lockPostCount(tx, brandId);
    const begun = mark === null ? null : await findMarked(tx, { brandId, mark });
    if (begun !== null && (begun.mode !== mode || (begun.asked !== null && begun.asked !== asked)))
      refuse(409, "mark", "This import has begun already, with other choices or another file. It is among the earlier imports.");
    if (begun !== null) return begun.id;
    const fingerprints = plan.rows.map(({ fingerprint }) => fingerprint);
    const known = again === "IMPORT" ? new Set<string>() : await listKnown(tx, brandId, fingerprints);
    const rows = plan.rows.map((row) => newRow(row, known));
    const waiting = rows.filter(({ state }) => state === "WAITING").length;
    if (waiting === 0) refuse(422, "file", whyNothing(plan));
    const importId = await insertImport(tx, {
      brandId,
      fileName,
      source,
      mode,
      header: header.map(storable),
      timezone: zoneOf(brand),
      mark,
      asked,
      doer: doerOf(viewer),
      now: app.clock.now(),
    });
    await deleteOldImports(tx, { brandId, keep: BOUNDS.importsKept.most });
    for (const piece of piecesOf(rows)) {
      await insertRows(tx, { importId, brandId }, piece);
      await nextTurn();
    }
    await record(app, tx, {
      action: "import.started",
      brandId,
      object: { type: "import", id: importId, name: fileName },
      changes: [fact("source", source), fact("rows", rows.length), fact("to import", waiting)],
    });
    return importId;
  });
  return presentImport((await findImport(app.db, id)) ?? unknownImport(id));
}

export async function listImports(app: App, { brandId }: PrivateInput<"listImports">): Promise<PrivateOutput<"listImports">> {
  if ((await findGround(app.db, brandId)) === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  return (await listImportRows(app.db, brandId, BOUNDS.importsKept.most)).map(presentImport);
}

export async function showImport(app: App, { importId }: PrivateInput<"showImport">): Promise<PrivateOutput<"showImport">> {
  const found = (await findImport(app.db, importId)) ?? unknownImport(importId);
  const failed = await listFailed(app.db, importId, SHOWN_ROWS_MAX);
  return {
    ...presentImport(found),
    failedRows: failed.map(({ number, caption, problem }) => ({ row: number, caption, problem })),
    keptPosts: await listKept(app.db, importId, SHOWN_ROWS_MAX),
  };
}

/** The failed rows as a file that can be mended and imported again. */
export async function exportFailedRows(
  app: App,
  { importId }: PrivateInput<"exportFailedRows">,
): Promise<PrivateOutput<"exportFailedRows">> {
  const { header } = (await findImport(app.db, importId)) ?? unknownImport(importId);
  const rows = await listFailed(app.db, importId, Number.MAX_SAFE_INTEGER);
  const own = header.map((name, index) => ({ name, index })).filter(({ name }) => name !== PROBLEM_COLUMN);
  const pieces = [csvOf([[...own.map(({ name }) => name), PROBLEM_COLUMN]])];
  for (const [index, { cells, problem }] of rows.entries()) {
    if (index % ROWS_PER_INSERT === 0) await nextTurn();
    pieces.push(csvOf([[...own.map((column) => cells[column.index] ?? ""), problem]]));
  }
  return { csv: pieces.join(""), rows: rows.length };
}

/** Stops an import; the posts that it has made stay. */
export async function cancelImport(app: App, { importId }: PrivateInput<"cancelImport">): Promise<PrivateOutput<"cancelImport">> {
  await transaction(app.db, async (tx) => {
    const { brandId, state, fileName } = (await lockImport(tx, importId)) ?? unknownImport(importId);
    if (state !== "RUNNING") refuse(409, "import", "The import is not running.");
    await cancelWaiting(tx, importId);
    await storeState(tx, importId, { state: "CANCELLED", endedAt: app.clock.now() });
    await record(app, tx, { action: "import.cancelled", brandId, object: { type: "import", id: importId, name: fileName } });
  });
  return presentImport((await findImport(app.db, importId)) ?? unknownImport(importId));
}

/** Has the posts of an import removed in the background. */
export async function undoImport(
  app: App,
  { importId }: PrivateInput<"undoImport">,
  { viewer }: Caller,
): Promise<PrivateOutput<"undoImport">> {
  await transaction(app.db, async (tx) => {
    const { brandId, state, fileName } = (await lockImport(tx, importId)) ?? unknownImport(importId);
    if (state === "UNDOING" || state === "UNDONE")
      refuse(409, "import", `The import ${state === "UNDONE" ? "has been" : "is being"} undone already.`);
    await cancelWaiting(tx, importId);
    await storeState(tx, importId, { state: "UNDOING", endedAt: null, undoer: doerOf(viewer) });
    await record(app, tx, { action: "import.undone", brandId, object: { type: "import", id: importId, name: fileName } });
  });
  return presentImport((await findImport(app.db, importId)) ?? unknownImport(importId));
}

interface Planning {
  readonly brandId: number;
  readonly upload: ReceivedFile;
  readonly choices: Choices;
}

/** One file at a time, so that many of them do not fill the memory; people take turns. */
const turn = createGate({ width: 1, perHolder: 1 });

interface Planned {
  readonly plan: Plan;
  readonly brand: BrandGround;
  readonly fileHash: string;
}

async function planOf(app: App, { brandId, upload, choices }: Planning): Promise<Planned> {
  const brand = (await findGround(app.db, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  return turn(async () => {
    const bytes = await readFile(upload.path);
    const table = await readTable(bytes);
    if ("problem" in table) return refuse(422, "file", table.problem);
    const plan = await planImport(table, choices, {
      timezone: zoneOf(brand),
      now: app.clock.now(),
      collections: await listTitles(app.db, brandId),
      postsPerDay: app.config.postsPerCollectionPerDay,
      knownAmong: (fingerprints) => listKnown(app.db, brandId, fingerprints),
      dueBetween: (from, to) => listDue(app.db, { brandId, from, to }),
    });
    if (plan.rows.length === 0) refuse(422, "file", "The file has no posts.");
    return { plan, brand, fileHash: hash("sha256", bytes) };
  });
}

function presentRow(row: PlannedRow): PreviewedRow {
  const { outcome, publishMode, localDate, collectionId, caption, title, media, link, comment, problems } = row;
  return {
    row: row.row.number,
    outcome,
    publishMode,
    localDate,
    collectionId,
    caption: cut(caption),
    title: title === null ? null : cut(title),
    media: media.slice(0, 10).map(cut),
    link: link === null ? null : cut(link),
    comment: comment === null ? null : cut(comment),
    problems: [...problems],
  };
}

function newRow(planned: PlannedRow, known: ReadonlySet<string>): NewImportRow {
  const { row, outcome, problems, body, fingerprint, collectionId, caption } = planned;
  const isKnown = outcome === "BEFORE" || outcome === "TWICE" || (outcome === "READY" && known.has(knownAs(planned)));
  const isReady = outcome === "READY" && !isKnown;
  return {
    number: row.number,
    state: isReady ? "WAITING" : isKnown ? "SKIPPED" : "FAILED",
    fingerprint,
    collectionId,
    body: isReady ? body : null,
    cells: isKnown ? null : row.cells.map(storable),
    caption: storable(cut(caption)),
    problem:
      isReady || isKnown
        ? null
        : problems.map(({ column, sentence }) => (column === null ? sentence : `${storable(column)}: ${storable(sentence)}`)).join(" "),
  };
}

/** Rows that are written in one statement: few enough, and not too long together. */
function* piecesOf(rows: readonly NewImportRow[]): Generator<readonly NewImportRow[]> {
  let piece: NewImportRow[] = [];
  let length = 0;
  for (const row of rows) {
    piece.push(row);
    length += (row.cells ?? []).reduce((sum, cell) => sum + cell.length, 0);
    if (piece.length < ROWS_PER_INSERT && length < INSERT_LENGTH_MAX) continue;
    yield piece;
    [piece, length] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** PostgreSQL stores neither NUL nor half letters. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function whyNothing({ rows }: Plan): string {
  if (rows.every(({ outcome }) => outcome === "BEFORE" || outcome === "TWICE")) return "All rows of the file were imported before.";
  const first = rows.find(({ outcome }) => outcome === "PROBLEM");
  const [problem] = first?.problems ?? [];
  return `No row of the file can be imported. Row ${first?.row.number}: ${problem?.column ? `${problem.column}: ` : ""}${problem?.sentence ?? ""}`;
}

function presentImport({ doer, header: _, undoer: __, startedAt, endedAt, ...found }: ImportRow): ImportState {
  return { ...found, person: doer.person, startedAt: instantOf(startedAt), endedAt: endedAt === null ? null : instantOf(endedAt) };
}

function instantOf(at: string): Instant {
  return toInstant(at);
}

function unknownImport(importId: number): never {
  return refuse(404, "import", `There is no import with the id ${importId}.`);
}

function cut(text: string): string {
  return text.length <= CAPTION_SHOWN_MAX
    ? text
    : `${text
        .slice(0, CAPTION_SHOWN_MAX - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;
}
