import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { CAPTION_LENGTH_MAX, MEDIA_ID_LENGTH_MAX, MEDIA_PER_POST_MAX } from "../limits.ts";
import { operation } from "../operation.ts";
import { Poll, PostingType, PostStatus } from "../posts.ts";
import { type DeliveryReason, deliveryReasons, type ForecastReason, forecastReasons } from "../reasons.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath, CollectionIdPath } from "./brands.ts";

const FORECAST_DAYS_MAX = 366;
/** `Y-m-d H:i`. */
const Minute = z.string().meta({ example: "2026-11-23 09:00" });

const ForecastReasonWord = z.enum(Object.keys(forecastReasons) as [ForecastReason, ...ForecastReason[]]);
const DeliveryReasonWord = z.enum(Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]]);

/** What the entry will be; `STAYS`: the post does not leave within the days. */
const ForecastOutcome = z.enum(["PUBLISHED", "SKIPPED", "FAILED", "STAYS"]);

/** A post on a channel. Flat: it is a line of a table too. */
const ForecastLine = z.object({
  /** When it leaves, in the brand's zone and in UTC; null for what stays. */
  local: Minute.nullable(),
  utc: Minute.nullable(),
  postId: Id,
  post: z.string().meta({ description: "The beginning of its title or text." }),
  collectionId: Id,
  collection: z.string(),
  channelId: Id.nullable(),
  channel: z.string().nullable(),
  channelType: ChannelType.nullable(),
  /** The slot that sends it, `Mon 09:00`; null for a post with a time of its own. */
  slot: z.string().nullable(),
  outcome: ForecastOutcome,
  reason: ForecastReasonWord.nullable(),
});
export type ForecastLine = z.output<typeof ForecastLine>;

/** One request to a platform and what came back; secrets are cut out before it is stored. */
const ExplainedCall = z.object({
  at: IsoMicros,
  method: z.string(),
  /** Without ids in the path and values in the query. */
  url: z.string(),
  sent: z.string().nullable(),
  /** Null where no answer came. */
  status: z.int().nullable(),
  reply: z.string().nullable(),
  milliseconds: z.int(),
});

const ExplainedAttempt = z.object({
  number: z.int(),
  step: z.enum(["publish", "check", "find"]),
  /** How often, where checks that follow each other share an entry. */
  times: z.int(),
  startedAt: IsoMicros,
  /** Null while it is under way, or where it was cut off. */
  endedAt: IsoMicros.nullable(),
  /** The connector's word, such as `published`, `busy`, `unknown`. */
  outcome: z.string().nullable(),
  detail: z.string().nullable(),
  /** Calls in the middle of a long attempt that were not kept. */
  callsLeftOut: z.int(),
  calls: z.array(ExplainedCall),
});

/** A leaving of the post on one channel, or the automatic comment below it. */
const ExplainedDelivery = z.object({
  deliveryId: Id,
  kind: z.enum(["POST", "COMMENT"]),
  channelId: Id.nullable(),
  channel: z.string().nullable(),
  channelType: ChannelType.nullable(),
  dueLocal: Minute,
  dueUtc: Minute,
  slot: z.string().nullable(),
  /** Capitals: as the published entry reads. Small letters: inside, in no list. */
  status: z.string(),
  reason: DeliveryReasonWord.nullable(),
  meaning: z.string().nullable(),
  message: z.string().nullable(),
  url: z.string().nullable(),
  nextTryAt: IsoMicros.nullable(),
  attempts: z.array(ExplainedAttempt),
});

export const Explanation = z.object({
  postId: Id,
  brandId: Id,
  collectionId: Id,
  collection: z.string(),
  post: z.string(),
  postingType: PostingType,
  status: PostStatus,
  /** The answer in a sentence. */
  summary: z.string(),
  timezone: z.string(),
  /** When it leaves next, as long as nobody changes anything. */
  local: Minute.nullable(),
  utc: Minute.nullable(),
  slot: z.string().nullable(),
  queuePosition: z.int().nullable(),
  queueLength: z.int().nullable(),
  /** When a published evergreen post joins the queue again. */
  rejoinsAt: IsoMicros.nullable(),
  /** Why it does not leave; null when it leaves or has left. */
  reason: ForecastReasonWord.nullable(),
  meaning: z.string().nullable(),
  /** What is certain beforehand about the next leaving. */
  channels: z.array(
    z.object({
      channelId: Id.nullable(),
      channel: z.string().nullable(),
      channelType: ChannelType.nullable(),
      outcome: ForecastOutcome,
      reason: ForecastReasonWord.nullable(),
      /** What is certain to keep the post from this channel, also while it stays: then it says what will be in the way once it leaves. */
      obstacle: ForecastReasonWord.nullable(),
      message: z.string().nullable(),
    }),
  ),
  /** Older leavings of an evergreen post that are not listed. */
  deliveriesLeftOut: z.int(),
  deliveries: z.array(ExplainedDelivery),
});
export type Explanation = z.output<typeof Explanation>;
export type ExplainedDelivery = z.output<typeof ExplainedDelivery>;
export type ExplainedAttempt = z.output<typeof ExplainedAttempt>;

/** What of a new post decides which channels will have it. */
const PostToPreview = z.object({
  caption: text({ min: 1, max: CAPTION_LENGTH_MAX }).optional(),
  poll: Poll.optional(),
  mediaIds: z
    .array(text({ min: 1, max: MEDIA_ID_LENGTH_MAX }))
    .max(MEDIA_PER_POST_MAX)
    .default([])
    .meta({ description: "Ids of the brand's media, in the order of the post." }),
  postAsStory: z.boolean().default(false),
  autoThreadText: z.boolean().default(false),
});

/** A post on one channel, if it left now. */
const PreviewedChannel = z.object({
  channelId: Id,
  channel: z.string(),
  channelType: ChannelType,
  outcome: z.enum(["PUBLISHED", "SKIPPED", "FAILED"]),
  reason: ForecastReasonWord.nullable(),
  message: z.string().nullable(),
});

const errors = [400, 401, 404, 413, 415, 422, 500] as const;

/** What will happen, and why something happened: `rostrum forecast` and `rostrum explain`. */
export const foresightOperations = {
  forecast: operation({
    tag: "Foresight",
    status: 200,
    errors,
    method: "GET",
    path: "/admin/brands/{brand_id}/forecast",
    command: "forecast",
    summary: "Show when each post will leave on each channel, and why others will not",
    description:
      "Plays the engine's rules through from now, as long as nobody changes anything and the platforms take what they are sent. First what leaves, in order, then what stays.",
    params: BrandIdPath,
    query: z.object({
      days: z
        .int()
        .min(1)
        .max(FORECAST_DAYS_MAX)
        .default(30)
        .meta({ description: `Days from now, 1 to ${FORECAST_DAYS_MAX}.` }),
    }),
    data: z.array(ForecastLine),
  }),
  previewPost: operation({
    tag: "Foresight",
    status: 200,
    errors,
    method: "POST",
    path: "/admin/collections/{collection_id}/posts/preview",
    summary: "Show what would become of a post on each channel of a collection, before it is created",
    description:
      "Holds text, poll and media against what each platform takes, by the same rules as the engine; stores nothing. What could not be read of a file is taken to be fine.",
    params: CollectionIdPath,
    body: PostToPreview,
    data: z.array(PreviewedChannel),
  }),
  explainPost: operation({
    tag: "Foresight",
    status: 200,
    errors,
    method: "GET",
    path: "/admin/posts/{post_id}/explanation",
    command: "explain",
    summary: "Show why a post leaves when it does, where it stands, and what each attempt sent and got",
    description: "The reasons are stable words; docs/reasons.md says what each means. Secrets are cut out before anything is stored.",
    params: z.object({ postId: Id.meta({ description: "Id of the post." }) }),
    data: Explanation,
  }),
} as const;
