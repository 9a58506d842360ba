import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { formedText, Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";

/** Bounds of a file of posts from another tool. */
export const IMPORT_BYTES_MAX = 10_485_760;
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_COLUMNS_MAX = 200;
/** In bytes of UTF-8. */
export const IMPORT_ROW_BYTES_MAX = 262_144;

/** The tools whose files are recognised by their columns. `OTHER`: any table; somebody says what its columns are. */
export const IMPORT_SOURCES = ["BUFFER", "PUBLER", "HOOTSUITE", "SOCIALBEE", "AYRSHARE", "OTHER"] as const;
export const ImportSource = z.enum(IMPORT_SOURCES);
export type ImportSource = z.output<typeof ImportSource>;

/** What a column can be. `place`: names a collection, a profile or a network, which leads to a collection. */
export const IMPORT_FIELDS = ["caption", "date", "time", "media", "link", "title", "alt", "comment", "place"] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

const COLUMNS_PATTERN = new RegExp(
  String.raw`^(${IMPORT_FIELDS.join("|")}):\d{1,3}(\+\d{1,3})*(,(${IMPORT_FIELDS.join("|")}):\d{1,3}(\+\d{1,3})*)*$`,
);
const PLACES_PATTERN = /^\d{1,4}:\d{1,15}(,\d{1,4}:\d{1,15})*$/;

/** What somebody chooses for all rows of a file. */
const choices = {
  columns: formedText({
    max: 1000,
    is: (value) => COLUMNS_PATTERN.test(value),
    sentence: "must say which columns are what, such as caption:1,date:4,media:2+3",
  })
    .optional()
    .meta({
      description:
        "Which columns, counted from 1, are what, where the file is not recognised: caption, date, time, media, link, title, alt, comment, place.",
      example: "caption:1,date:4,media:2+3",
    }),
  dates: z
    .enum(["DAY_FIRST", "MONTH_FIRST"])
    .optional()
    .meta({ description: "How dates such as 03/04/2027 are meant, where the file itself does not tell." }),
  mode: z
    .enum(["SCHEDULED", "QUEUED", "DRAFTS"])
    .default("SCHEDULED")
    .meta({ description: "What becomes of the posts. SCHEDULED: at the file's dates; QUEUED: in the file's order." }),
  undated: z.enum(["DRAFT", "QUEUE"]).default("DRAFT").meta({ description: "With SCHEDULED: what becomes of rows without a date." }),
  again: z
    .enum(["SKIP", "IMPORT"])
    .default("SKIP")
    .meta({ description: "What becomes of rows that were imported before, or that the file has twice." }),
  collectionId: Id.optional().meta({ description: "The collection of rows that lead to no other. Absent: the brand's oldest." }),
  places: formedText({
    max: 4000,
    is: (value) => PLACES_PATTERN.test(value),
    sentence: "must say which place of the preview leads to which collection, such as 1:12,2:14",
  })
    .optional()
    .meta({ description: "Which place, counted as in the preview, leads to which collection by its id.", example: "1:12,2:14" }),
} as const;

const MARK_PATTERN = /^[\w-]{8,64}$/;

const mark = formedText({
  max: 64,
  is: (value) => MARK_PATTERN.test(value),
  sentence: "must have 8 to 64 letters, digits, hyphens and underscores",
})
  .optional()
  .meta({
    description:
      "Any text of your choice. A start with the mark of an earlier import of the brand answers with that one and begins nothing.",
    example: "march-2027-from-buffer",
  });

const Problem = z.object({
  /** The column as the file calls it; null: it is about the whole row. */
  column: z.string().nullable(),
  sentence: Sentence,
});
export type ImportProblem = z.output<typeof Problem>;

/** `BEFORE`: it was imported before. `TWICE`: a row above is the same. */
const OUTCOMES = ["READY", "PROBLEM", "BEFORE", "TWICE"] as const;

export const PreviewedRow = z.object({
  row: z.int().meta({ description: "As a spreadsheet counts." }),
  outcome: z.enum(OUTCOMES),
  publishMode: z.enum(["SCHEDULE", "QUEUE", "DRAFT"]),
  /** On the brand's clock, `YYYY-MM-DD HH:MM:SS`; null without one. */
  localDate: z.string().nullable(),
  collectionId: Id.nullable(),
  /** Shortened. */
  caption: z.string(),
  title: z.string().nullable(),
  media: z.array(z.string()),
  link: z.string().nullable(),
  comment: z.string().nullable(),
  problems: z.array(Problem),
});
export type PreviewedRow = z.output<typeof PreviewedRow>;

export const ImportPreview = z.object({
  source: ImportSource,
  timezone: z.string(),
  columns: z.array(z.object({ column: z.int(), name: z.string(), field: z.enum(IMPORT_FIELDS).nullable(), example: z.string() })),
  counts: z.object({ rows: z.int(), ready: z.int(), problems: z.int(), before: z.int(), twice: z.int(), undated: z.int() }),
  /** Of what is ready. */
  becomes: z.object({
    scheduled: z.int(),
    queued: z.int(),
    drafts: z.int(),
    firstDate: z.string().nullable(),
    lastDate: z.string().nullable(),
  }),
  /** What has to be chosen before it can be imported, in sentences by the field that chooses. */
  questions: z.array(z.object({ field: z.enum(["columns", "dates", "collection_id"]), sentence: Sentence })),
  /** How dates of which day and month cannot be told apart are read; null: there are none, or somebody has to say. */
  dates: z.enum(["DAY_FIRST", "MONTH_FIRST"]).nullable(),
  places: z.array(z.object({ place: z.int(), name: z.string(), rows: z.int(), collectionId: Id.nullable() })),
  collectionId: Id.nullable(),
  /** Those of the page. */
  rows: z.array(PreviewedRow),
});
export type ImportPreview = z.output<typeof ImportPreview>;

export const IMPORT_STATES = ["RUNNING", "DONE", "CANCELLED", "UNDOING", "UNDONE"] as const;

export const ImportState = z.object({
  id: Id,
  brandId: Id,
  fileName: z.string(),
  source: ImportSource,
  state: z.enum(IMPORT_STATES),
  /** What the person chose to become of the posts. */
  mode: z.enum(["SCHEDULED", "QUEUED", "DRAFTS"]),
  person: z.string().nullable().meta({ description: "Null: a command of the operator." }),
  startedAt: IsoMicros,
  endedAt: IsoMicros.nullable(),
  rows: z.int(),
  waiting: z.int(),
  imported: z.int().meta({ description: "Rows that are posts now." }),
  failed: z.int(),
  skipped: z.int().meta({ description: "Imported before, or twice in the file." }),
  cancelled: z.int(),
  removed: z.int().meta({ description: "Posts that were removed again." }),
  kept: z.int().meta({ description: "Posts that stay although the import was undone, because they were published or changed." }),
});
export type ImportState = z.output<typeof ImportState>;

export const ImportDetails = ImportState.extend({
  failedRows: z.array(z.object({ row: z.int(), caption: z.string(), problem: Sentence })).meta({ description: "The first hundred." }),
  keptPosts: z.array(z.object({ row: z.int(), postId: Id, reason: Sentence })).meta({ description: "The first hundred." }),
});
export type ImportDetails = z.output<typeof ImportDetails>;

const ImportIdPath = z.object({ importId: Id.meta({ description: "Id of the import." }) });
const errors = [400, 401, 403, 404, 409, 413, 415, 422, 500] as const;
const shared = { tag: "Admin", allows: "editor", status: 200, errors } as const;

const FILE = `A CSV file of at most 10 MiB and ${IMPORT_ROWS_MAX} rows, as another tool has written it: the encoding, the separator and the tool are recognised.`;

/** Posts that come from another tool. */
export const importOperations = {
  previewImport: privateOperation({
    ...shared,
    method: "POST",
    changesNothing: true,
    path: "/brands/{brand_id}/imports/preview",
    command: "imports preview",
    summary: "Show what would become of the rows of a file from another tool",
    description: `${FILE} Nothing is stored.`,
    params: BrandIdPath,
    query: z.object({
      ...choices,
      show: z.enum(["ALL", "PROBLEMS"]).default("ALL").meta({ description: "PROBLEMS: only rows that would not be imported." }),
      page: z.int().min(1).max(IMPORT_ROWS_MAX).default(1).meta({ description: "Page of the rows, from 1." }),
      perPage: z
        .int()
        .min(1)
        .max(PAGE_SIZE_MAX)
        .default(PAGE_SIZE_DEFAULT)
        .meta({ description: `Rows per page, 1 to ${PAGE_SIZE_MAX}.` }),
    }),
    upload: "file",
    data: ImportPreview,
  }),
  startImport: privateOperation({
    ...shared,
    method: "POST",
    path: "/brands/{brand_id}/imports",
    command: "imports start",
    summary: "Import the rows of a file from another tool as posts",
    description: `${FILE} The work goes on in the background, by the rules of creating a post. A row that cannot be imported does not stop the others.`,
    params: BrandIdPath,
    query: z.object({ ...choices, mark }),
    upload: "file",
    data: ImportState,
    status: 201,
  }),
  listImports: privateOperation({
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/imports",
    command: "imports list",
    summary: "List a brand's imports",
    description: "The newest fifty, newest first.",
    params: BrandIdPath,
    data: z.array(ImportState),
  }),
  showImport: privateOperation({
    ...shared,
    method: "GET",
    path: "/imports/{import_id}",
    command: "imports show",
    summary: "Show how far an import is, and which rows failed",
    description: "Also which posts stay although it was undone, each with the reason.",
    params: ImportIdPath,
    data: ImportDetails,
  }),
  exportFailedRows: privateOperation({
    ...shared,
    method: "GET",
    path: "/imports/{import_id}/failed-rows",
    command: "imports failed-rows",
    summary: "The rows of an import that failed as a table in CSV, to be mended and imported again",
    description:
      "The columns are those of the file, and one more with what is wrong. Cells that a spreadsheet would take for a formula begin with an apostrophe, which the next import takes away again.",
    params: ImportIdPath,
    data: z.object({ csv: z.string(), rows: z.int() }),
  }),
  cancelImport: privateOperation({
    ...shared,
    method: "POST",
    path: "/imports/{import_id}/cancel",
    command: "imports cancel",
    summary: "Stop an import; the posts that it has made stay",
    description: "Refused with 409 if it is not running.",
    params: ImportIdPath,
    data: ImportState,
  }),
  undoImport: privateOperation({
    ...shared,
    method: "POST",
    path: "/imports/{import_id}/undo",
    command: "imports undo",
    summary: "Remove the posts of an import that have been neither published nor changed since",
    description:
      "Stops it first if it is still running. The work goes on in the background. Refused with 409 if it is already being undone.",
    params: ImportIdPath,
    data: ImportState,
  }),
} as const;
