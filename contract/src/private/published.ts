import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { POST_TYPE_LENGTH_MAX, SEARCH_LENGTH_MAX } from "../limits.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { PostType } from "../posts.ts";
import { type DeliveryReason, deliveryReasons } from "../reasons.ts";
import { BESIDE_OTHER_ISSUES, formedText, Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";

/** How many rows a table of results holds at most. */
export const EXPORT_ROWS_MAX = 10_000;
/** How many days figures may cover, and how far back they may begin. */
export const FIGURES_DAYS_MAX = 366;

/** In capitals: as in the list of published posts. The others are under way and in no public list. */
export const RESULT_STATES = ["PUBLISHED", "SENT", "FAILED", "SKIPPED", "RETRYING", "waiting", "publishing", "pending", "unknown"] as const;
export const ResultState = z.enum(RESULT_STATES);
export type ResultState = z.output<typeof ResultState>;

const ReasonWord = z.enum(Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]]);

/** `YYYY-MM-DD`. */
export const DayText = formedText({ max: "2026-11-21".length, is: isDay, sentence: "must be a date in the form YYYY-MM-DD" }).meta({
  example: "2026-11-21",
});

/** `YYYY-MM-DD`, a day that the calendar has. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith("0000")) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

const from = DayText.optional().meta({ description: "First day, by the clock of the brand." });
const to = DayText.optional().meta({ description: "Last day, by the clock of the brand; not earlier than `from`." });

const filters = {
  state: ResultState.optional().meta({ description: "Only entries in this state." }),
  reason: ReasonWord.optional().meta({ description: "Only entries that are in their state for this reason." }),
  entryId: Id.optional().meta({ description: "Only this entry." }),
  collectionId: Id.optional(),
  channelId: Id.optional(),
  postId: Id.optional(),
  postType: text({ min: 0, max: POST_TYPE_LENGTH_MAX }).optional(),
  search: text({ min: 0, max: SEARCH_LENGTH_MAX }).optional().meta({ description: "Case-insensitive match on the text as published." }),
  from,
  to,
  sortBy: z.enum(["at", "likes", "comments", "shares"]).default("at").meta({ description: "Ties are broken by id." }),
  sortOrder: z.enum(["desc", "asc"]).default("desc"),
} as const;

/** Text of the same form sorts as the days do. */
export function inOrder(query: { readonly from?: string | undefined; readonly to?: string | undefined }, context: z.RefinementCtx): void {
  if (isDay(query.from) && isDay(query.to) && query.to < query.from) {
    context.addIssue({ code: "custom", path: ["to"], params: { sentence: "must not be earlier than from" } });
  }
}

const ResultsQuery = PageQuery.extend(filters).superRefine(inOrder, BESIDE_OTHER_ISSUES);
const ExportQuery = z.object(filters).superRefine(inOrder, BESIDE_OTHER_ISSUES);

export const Counts = z.object({ likes: z.int(), comments: z.int(), shares: z.int() });

export const Result = z.object({
  /** Of the delivery. */
  id: Id,
  /** Null once the post has been deleted. */
  postId: Id.nullable(),
  collectionId: Id.nullable(),
  collection: z.string().nullable(),
  channel: z.object({ id: Id.nullable(), name: z.string().nullable(), type: ChannelType.nullable() }),
  /** Whether it is the automatic comment below a post. */
  isComment: z.boolean(),
  postType: PostType.nullable(),
  body: z.string().nullable(),
  thumbnailUrl: z.string().nullable().meta({ description: "Path of a small picture of its first file; null if there is none." }),
  url: z.string().nullable(),
  state: ResultState,
  reason: ReasonWord.nullable(),
  meaning: z.string().nullable(),
  message: z.string().nullable(),
  dueAt: IsoMicros,
  /** Since when it is in its state. */
  at: IsoMicros,
  nextTryAt: IsoMicros.nullable(),
  /** Null: never read, and so not known to be 0; so is a figure that the network has never told. */
  counts: z.object({ likes: z.int().nullable(), comments: z.int().nullable(), shares: z.int().nullable(), readAt: IsoMicros }).nullable(),
  /** When they are read next; null: not any more, or the network gives none. */
  countsNextAt: IsoMicros.nullable(),
  canTryAgain: z.boolean(),
  /** For an entry that has ended without being published: why it cannot be tried again, if so. */
  whyNotAgain: z.string().nullable(),
  /** Whether a person has to say whether it was published. */
  needsSettling: z.boolean(),
  /** Whether somebody has said that it is left as it is. */
  isLeft: z.boolean(),
});
export type Result = z.output<typeof Result>;

const FiguresQuery = z
  .object({ from: DayText, to: DayText, collectionId: Id.optional(), channelId: Id.optional() })
  .superRefine(inOrder, BESIDE_OTHER_ISSUES);

/** Sums over posts, each counted once, whatever the number of its networks. `counted`: those whose counts have been read; the others are left out of the sums, and are not 0. */
const Sums = Counts.extend({ posts: z.int(), counted: z.int() });
export type Sums = z.output<typeof Sums>;

const Figures = z.object({
  timezone: z.string(),
  /** When counts of these posts were last read; null if none have been. */
  readAt: IsoMicros.nullable(),
  totals: Sums,
  /** Every day of the range. */
  days: z.array(
    z.object({
      day: z.string(),
      /** Of the posts that were published on this day, as they are now. */
      published: Sums,
      /** What readers did on this day, to any post: by when the counts were read. */
      gained: Counts,
    }),
  ),
  channels: z.array(Sums.extend({ channelId: Id.nullable(), name: z.string().nullable(), type: ChannelType.nullable() })),
  collections: z.array(Sums.extend({ collectionId: Id.nullable(), title: z.string().nullable() })),
  /** By the weekday, 1 for Monday to 7 for Sunday, and the hour of publishing; those with posts. */
  hours: z.array(Sums.extend({ weekday: z.int(), hour: z.int() })),
  /** Those to which readers responded most on all of their networks together, most first. */
  best: z.array(
    Counts.extend({
      /** Of the first of its entries. */
      id: Id,
      postId: Id.nullable(),
      networks: z.array(ChannelType),
      title: z.string().nullable(),
      text: z.string(),
      thumbnailUrl: z.string().nullable(),
      at: IsoMicros,
    }),
  ),
});
export type Figures = z.output<typeof Figures>;

/** How far back a brand's good hours are looked for. */
export const GOOD_HOURS_DAYS = 180;

const GoodHours = z.object({
  /** Whether there are enough posts with known figures to say anything. */
  isEnough: z.boolean(),
  posts: z.int().meta({ description: "Those with known figures." }),
  postsNeeded: z.int(),
  /** By the brand's clock, best first; `weekday` is 1 for Monday to 7 for Sunday. */
  hours: z.array(
    z.object({
      weekday: z.int(),
      hour: z.int(),
      posts: z.int(),
      average: z.number().meta({ description: "Likes, comments and shares per post." }),
    }),
  ),
});
export type GoodHours = z.output<typeof GoodHours>;

const shared = { tag: "Published", status: 200, errors: [400, 401, 404, 413, 415, 422, 500], method: "GET", params: BrandIdPath } as const;

/** What became of what left, for the dashboard. */
export const publishedOperations = {
  listResults: privateOperation({
    ...shared,
    allows: "viewer",
    path: "/brands/{brand_id}/results",
    summary: "List what became of posts on each channel, in every state",
    description: "Newest first. Also what is under way, which no public list shows. Days are those of the brand's time zone.",
    query: ResultsQuery,
    data: z.object({ timezone: z.string(), total: z.int(), results: z.array(Result) }),
  }),
  exportResults: privateOperation({
    ...shared,
    allows: "viewer",
    path: "/brands/{brand_id}/results/table",
    summary: "The same as a table in CSV",
    description: `At most ${EXPORT_ROWS_MAX} rows. Cells that a spreadsheet would take for a formula begin with an apostrophe.`,
    query: ExportQuery,
    data: z.object({
      csv: z.string(),
      rows: z.int(),
      /** More than `rows` if the table was cut. */
      total: z.int(),
    }),
  }),
  showFigures: privateOperation({
    ...shared,
    allows: "viewer",
    path: "/brands/{brand_id}/figures",
    summary: "Sum up likes, comments and shares by day, channel, collection, and weekday and hour of publishing",
    description: `Of published posts, by the days of the brand's time zone: at most ${FIGURES_DAYS_MAX} days, none of them longer ago.`,
    query: FiguresQuery,
    data: Figures,
  }),
  showGoodHours: privateOperation({
    ...shared,
    allows: "viewer",
    path: "/brands/{brand_id}/good-hours",
    summary: "Show at which weekdays and hours this brand's posts got the most responses",
    description: `From its own posts of the last ${GOOD_HOURS_DAYS} days alone. With too few of them it says so, and names none.`,
    data: GoodHours,
  }),
} as const;
