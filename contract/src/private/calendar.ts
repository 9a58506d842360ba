import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { CHANNELS_PER_COLLECTION_MAX, SEARCH_LENGTH_MAX } from "../limits.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { PostStatus, PostType } from "../posts.ts";
import { type DeliveryReason, deliveryReasons, type ForecastReason, forecastReasons } from "../reasons.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath, CollectionIdPath } from "./brands.ts";
import { Moment } from "./fields.ts";

/** A month's grid with the days of its neighbours, or a quarter as a list. */
export const CALENDAR_DAYS_MAX = 100;

/** Ten a day in a month of five weeks, and more. */
export const FREE_SLOTS_MAX = 500;

/** What a queue shows below its last post. */
export const QUEUE_FREE_SLOTS = 3;

/** Enough for a tray. */
export const UNDATED_MAX = 50;

/** Enough for an overview. */
export const NEXT_ENTRIES_MAX = 25;

/** What a week shows of a day before somebody asks for more; a month shows less. */
export const DAY_ENTRIES_MAX = 12;

/** What a calendar may be narrowed to. */
export const CALENDAR_STATES = ["scheduled", "queued", "published", "trouble", "refused"] as const;

const reasons = { ...deliveryReasons, ...forecastReasons };
const ReasonWord = z.enum(Object.keys(reasons) as [DeliveryReason | ForecastReason, ...(DeliveryReason | ForecastReason)[]]);

/** The first file of a post of which there is a small picture. */
export const Picture = z.object({
  id: z.string(),
  name: z.string(),
  thumbnailUrl: z.string().meta({ description: "A path that expires." }),
});
export type Picture = z.output<typeof Picture>;

/** A post as lists of the dashboard show it. */
const outline = {
  postType: PostType,
  post: z.string().meta({ description: "The beginning of its title or text." }),
  picture: Picture.nullable(),
  collectionId: Id,
};

/** Names are listed once, beside the posts. */
const Collections = z.array(z.object({ id: Id, title: z.string() }));

/** A slot to come that no post takes, if nothing changes. */
const FreeSlot = z.object({
  collectionId: Id,
  at: IsoMicros,
  local: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS` on the brand's clock." }),
  isNext: z.boolean().meta({ description: "Whether the next post that joins the collection's queue gets it." }),
});
export type FreeSlot = z.output<typeof FreeSlot>;

/** What becomes of a post on a channel, or has become of it. */
const CalendarChannel = z.object({
  /** Null where the collection has no channel, or none is active. */
  id: Id.nullable(),
  name: z.string().nullable(),
  type: ChannelType.nullable(),
  /** `OPEN`: being published, or tried again. `UNDECIDED`: nobody knows whether it has arrived. */
  outcome: z.enum(["PUBLISHED", "FAILED", "SKIPPED", "STAYS", "OPEN", "UNDECIDED"]),
  reason: ReasonWord.nullable(),
  message: z.string().nullable(),
});
export type CalendarChannel = z.output<typeof CalendarChannel>;

const CalendarEntry = z.object({
  ...outline,
  /** Unique among the entries: a post that repeats has several. */
  key: z.string(),
  /** Null if the post has been deleted since it was published. */
  postId: Id.nullable(),
  at: IsoMicros,
  local: z.string().meta({ example: "2026-11-23 09:00:00", description: "`YYYY-MM-DD HH:MM:SS` on the brand's clock." }),
  /** `REPEATS`: a later round of an evergreen post. `LEAVING`: on its way; nothing can be changed. `LEFT`: has its outcome on every channel. */
  state: z.enum(["SCHEDULED", "QUEUED", "REPEATS", "LEAVING", "LEFT"]),
  canMove: z.boolean(),
  /** What a change has to repeat, to be sure that nobody else has changed the post. Null where nothing can be changed. */
  updatedAt: IsoMicros.nullable(),
  /** Why it will not leave at all; null if it will, or has. */
  reason: ReasonWord.nullable(),
  channels: z.array(CalendarChannel),
});
export type CalendarEntry = z.output<typeof CalendarEntry>;

const CalendarQuery = z
  .object({
    from: Moment.meta({ description: "Inclusive: ISO 8601 with an offset." }),
    to: Moment.meta({ description: `Exclusive; at most ${CALENDAR_DAYS_MAX} days later.` }),
    collectionId: Id.optional().meta({ description: "Only posts and free slots of this collection." }),
    state: z.enum(CALENDAR_STATES).optional().meta({
      description:
        "Only posts that stand like this. `trouble`: will not arrive, or have not arrived, on some channel; `refused`: of these, the ones that are still to leave and will certainly fail. Then there are no free slots.",
    }),
    each: z
      .enum(["FEW", "ALL"])
      .default("FEW")
      .meta({ description: `\`FEW\`: at most the first ${DAY_ENTRIES_MAX} posts of each day.` }),
  })
  .superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    if (days > 0 && days <= CALENDAR_DAYS_MAX) return;
    context.addIssue({
      code: "custom",
      path: ["to"],
      params: { sentence: `must be later than from, by at most ${CALENDAR_DAYS_MAX} days` },
    });
  });

const Draft = z.object({ ...outline, postId: Id, createdAt: IsoMicros, updatedAt: IsoMicros });
export type Draft = z.output<typeof Draft>;

/** Queued in a collection without slots: nothing says when it leaves. */
const Undated = Draft.extend({ collection: z.string() });
export type Undated = z.output<typeof Undated>;

/** As many as a list under a search field shows. */
export const FOUND_POSTS_MAX = 8;
const FoundPost = z.object({
  ...outline,
  postId: Id,
  status: PostStatus,
  local: z
    .string()
    .nullable()
    .meta({ description: "When it goes or went out, `YYYY-MM-DD HH:MM:SS` on the brand's clock; null without a date." }),
});

const QueueEntry = z.object({
  ...outline,
  postId: Id,
  updatedAt: IsoMicros,
  /** When its slot comes; null without slots. */
  at: IsoMicros.nullable(),
  local: z.string().nullable().meta({ description: "`YYYY-MM-DD HH:MM:SS` on the brand's clock." }),
  networks: z.array(ChannelType).meta({ description: "Of the channels it goes to, in the order of the collection." }),
  /** The channels on which it will not be published. */
  obstacles: z.array(CalendarChannel),
});
export type QueueEntry = z.output<typeof QueueEntry>;

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** What the calendar, its tray of drafts, and the queues show. */
export const calendarOperations = {
  showCalendar: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/calendar",
    summary: "Show everything of a brand that leaves or has left between two moments",
    description:
      "In order of time. What has left comes with its outcome on each channel; what will leave with what is certain about it, by the rules of the forecast. Of a crowded day the first posts are shown, and how many there are.",
    params: BrandIdPath,
    query: CalendarQuery,
    data: z.object({
      timezone: z.string(),
      collections: Collections,
      entries: z.array(CalendarEntry),
      days: z
        .array(z.object({ day: z.string().meta({ description: "`YYYY-MM-DD` on the brand's clock." }), posts: z.int() }))
        .meta({ description: "Each day with posts, and how many it has, also those that are not among the entries." }),
      freeSlots: z.array(FreeSlot).max(FREE_SLOTS_MAX).meta({ description: "In order of time. A queue that does not move has none." }),
      moreFreeSlots: z.boolean().meta({ description: "Whether there are more than these." }),
    }),
  }),
  showNext: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/next",
    summary: "Show what of a brand leaves next",
    description: `The first ${NEXT_ENTRIES_MAX} departures of the next 30 days, with what is on its way now before them, as the calendar shows them.`,
    params: BrandIdPath,
    data: z.object({
      timezone: z.string(),
      collections: Collections,
      entries: z.array(CalendarEntry).max(NEXT_ENTRIES_MAX),
      more: z.boolean().meta({ description: "Whether others leave after these within the 30 days." }),
    }),
  }),
  listNextSlots: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/next-slots",
    summary: "Show for each collection of a brand when the next post that joins its queue would leave",
    description: "By the rule of the queue, as if no queue were paused. Null without slots.",
    params: BrandIdPath,
    data: z.object({
      timezone: z.string(),
      slots: z.array(z.object({ collectionId: Id, at: IsoMicros.nullable(), local: z.string().nullable(), queued: z.int() })),
    }),
  }),
  listDrafts: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/drafts",
    summary: "List posts without a date",
    description:
      "Drafts by page, newest first; beside them, on each page, what waits in queues of collections without slots, front first. `search` looks for words in title and text, whatever their case.",
    params: BrandIdPath,
    query: PageQuery.extend({
      search: text({ min: 0, max: SEARCH_LENGTH_MAX }).optional().meta({ description: "Only posts with this in title or text." }),
    }),
    data: z.object({
      total: z.int(),
      drafts: z.array(Draft),
      waiting: z.object({ total: z.int(), posts: z.array(Undated).max(UNDATED_MAX) }),
    }),
  }),
  findPosts: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/found-posts",
    summary: "Find posts of a brand by words in title, text and question of a poll",
    description: "Whatever has become of them, newest first, whatever the case of the words. Without words the newest of all.",
    params: BrandIdPath,
    query: z.object({ search: text({ min: 0, max: SEARCH_LENGTH_MAX }).default("") }),
    data: z.array(FoundPost).max(FOUND_POSTS_MAX),
  }),
  showQueue: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/collections/{collection_id}/queue",
    summary: "Show the posts in a collection's queue, front first",
    description: "Each with the date of its slot, which is kept even while the queue is paused: then nothing leaves, and all move on.",
    params: CollectionIdPath,
    data: z.object({
      timezone: z.string(),
      collectionId: Id,
      collection: z.string(),
      /** Why nothing of it leaves; null if the queue moves. */
      reason: ReasonWord.nullable(),
      slotsPerWeek: z.int(),
      channels: z.array(z.object({ id: Id, name: z.string(), type: ChannelType, isActive: z.boolean() })).max(CHANNELS_PER_COLLECTION_MAX),
      entries: z.array(QueueEntry),
      freeSlots: z
        .array(FreeSlot)
        .max(QUEUE_FREE_SLOTS)
        .meta({ description: "Those that the next posts would get, in order; none while the queue does not move." }),
    }),
  }),
} as const;
