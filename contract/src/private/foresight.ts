import { z } from "zod";
import { NetworkCaptions } from "../captions.ts";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { CAPTION_LENGTH_MAX, CHANNELS_PER_COLLECTION_MAX, MEDIA_ID_LENGTH_MAX, MEDIA_PER_POST_MAX } from "../limits.ts";
import { FRAMES } from "../looks.ts";
import { privateOperation } from "../operation.ts";
import { GivenPictures, NO_PICTURES } from "../pictures.ts";
import { NewPost, Poll, PostingType, PostStatus } from "../posts.ts";
import { type DeliveryReason, deliveryReasons, type ForecastReason, forecastReasons } from "../reasons.ts";
import { LabelledWords, Sentence } from "../sentence.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath, CollectionIdPath } from "./brands.ts";
import { GivenPreferences } from "./fields.ts";

const FORECAST_DAYS_MAX = 366;
/** `YYYY-MM-DD HH:MM`. */
const Minute = z.string().meta({ example: "2026-11-23 09:00" });

const ForecastReasonWord = z.enum(Object.keys(forecastReasons) as [ForecastReason, ...ForecastReason[]]);
const DeliveryReasonWord = z.enum(Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]]);

/** Status of the future entry; `STAYS`: the post is not published within the forecast. */
const ForecastOutcome = z.enum(["PUBLISHED", "SKIPPED", "FAILED", "STAYS"]);

/** What it goes out with besides its content, on one line, such as `Who may see posts: Everyone`; null on channels without preferences. */
const PreferencesText = LabelledWords.nullable();

/** A post on a channel. Flat, because it is also a table row. */
const ForecastLine = z.object({
  /** When it is published, in the brand's zone and in UTC; null if it stays. */
  local: Minute.nullable(),
  utc: Minute.nullable(),
  postId: Id,
  post: z.string().meta({ description: "The beginning of its title or text." }),
  collectionId: Id,
  collection: z.string(),
  channelId: Id.nullable(),
  channel: z.string().nullable(),
  channelType: ChannelType.nullable(),
  /** The slot that publishes it, `Mon 09:00`; null for a post with a time of its own. */
  slot: z.string().nullable(),
  outcome: ForecastOutcome,
  /** Also for a post that is published, but later, because its channel is held. */
  reason: ForecastReasonWord.nullable(),
  message: z.string().nullable(),
});
export type ForecastLine = z.output<typeof ForecastLine>;

/** One request to a platform and its response; secrets are removed before it is stored. */
const ExplainedCall = z.object({
  at: IsoMicros,
  method: z.string(),
  /** With ids in the path and values in the query removed. */
  url: z.string(),
  sent: z.string().nullable(),
  /** Null if no response came. */
  status: z.int().nullable(),
  reply: z.string().nullable(),
  milliseconds: z.int(),
});

const ExplainedAttempt = z.object({
  number: z.int(),
  step: z.enum(["publish", "check", "find"]),
  /** Number of consecutive checks that share this entry. */
  times: z.int(),
  startedAt: IsoMicros,
  /** Null while in progress, or if it was interrupted. */
  endedAt: IsoMicros.nullable(),
  /** The connector's outcome, such as `published`, `busy`, `unknown`. */
  outcome: z.string().nullable(),
  detail: z.string().nullable(),
  /** Number of calls omitted from the middle of a long attempt. */
  callsLeftOut: z.int(),
  calls: z.array(ExplainedCall),
});

/** A publication of the post on one channel, or its automatic comment. */
const ExplainedDelivery = z.object({
  deliveryId: Id,
  kind: z.enum(["POST", "COMMENT"]),
  channelId: Id.nullable(),
  channel: z.string().nullable(),
  channelType: ChannelType.nullable(),
  dueLocal: Minute,
  dueUtc: Minute,
  slot: z.string().nullable(),
  /** Upper case: the status of the published entry. Lower case: internal, not in any list. */
  status: z.string(),
  reason: DeliveryReasonWord.nullable(),
  meaning: z.string().nullable(),
  message: z.string().nullable(),
  url: z.string().nullable(),
  nextTryAt: IsoMicros.nullable(),
  attempts: z.array(ExplainedAttempt),
  /** What a person decided: when the outcome could not be determined, or `retry`: to try again what had ended. */
  settlements: z.array(
    z.object({ at: IsoMicros, by: z.string(), decision: z.enum(["published", "again", "retry"]), url: z.string().nullable() }),
  ),
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
  /** When it is next published, if nothing changes. */
  local: Minute.nullable(),
  utc: Minute.nullable(),
  slot: z.string().nullable(),
  queuePosition: z.int().nullable(),
  queueLength: z.int().nullable(),
  /** When a published evergreen post rejoins the queue. */
  rejoinsAt: IsoMicros.nullable(),
  /** Why it will not be published; null if it will be or has been. */
  reason: ForecastReasonWord.nullable(),
  meaning: z.string().nullable(),
  /** What is known in advance about the next publication. */
  channels: z.array(
    z.object({
      channelId: Id.nullable(),
      channel: z.string().nullable(),
      channelType: ChannelType.nullable(),
      outcome: ForecastOutcome,
      reason: ForecastReasonWord.nullable(),
      /** A certain obstacle on this channel, even while the post stays: then it will apply once the post is due. */
      obstacle: ForecastReasonWord.nullable(),
      message: z.string().nullable(),
      /** Whether the post has words of its own for this network. */
      ownWords: z.boolean(),
      preferences: PreferencesText,
    }),
  ),
  /** Number of older publications of an evergreen post that are not listed. */
  deliveriesLeftOut: z.int(),
  deliveries: z.array(ExplainedDelivery),
});
export type Explanation = z.output<typeof Explanation>;
export type ExplainedDelivery = z.output<typeof ExplainedDelivery>;
export type ExplainedAttempt = z.output<typeof ExplainedAttempt>;

/** The parts of a new post that decide which channels accept it. */
const PostToPreview = z.object({
  caption: text({ min: 1, max: CAPTION_LENGTH_MAX }).optional(),
  captions: NetworkCaptions.default([]).meta({ description: "Own words for some networks, in place of the caption." }),
  poll: Poll.optional(),
  title: NewPost.shape.title,
  alt: NewPost.shape.alt,
  link: NewPost.shape.link,
  platforms: NewPost.shape.platforms,
  mediaIds: z
    .array(text({ min: 1, max: MEDIA_ID_LENGTH_MAX }))
    .max(MEDIA_PER_POST_MAX)
    .default([])
    .meta({ description: "Ids of the brand's media, in the order of the post." }),
  pictures: GivenPictures.default(NO_PICTURES).meta({ description: "Its pictures beside its files." }),
  postAsStory: z.boolean().default(false),
  autoThreadText: z.boolean().default(false),
  preferences: z
    .array(z.object({ channelId: Id, values: GivenPreferences }))
    .max(CHANNELS_PER_COLLECTION_MAX)
    .default([])
    .meta({ description: "The post's own values of channels' preferences." }),
});

const ShownPoll = z.object({
  question: z.string().nullable().meta({ description: "Null where the text asks it." }),
  options: z.array(z.string()),
});

/** Below a text: a link's card, or a button. */
const ShownCard = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable().meta({ description: "Null where the network takes it from the page." }),
});

/** The outcome on one channel if the post were published now. */
const PreviewedChannel = z.object({
  channelId: Id,
  channel: z.string(),
  channelType: ChannelType,
  outcome: z.enum(["PUBLISHED", "SKIPPED", "FAILED"]),
  /** `rejected`: its connector knows that the network would refuse it. */
  reason: z.union([ForecastReasonWord, z.literal("rejected")]).nullable(),
  message: Sentence.nullable(),
  preferences: PreferencesText,
  /** The caption as it is sent, or its parts, each as the network counts it. */
  texts: z.array(
    z.object({
      text: z.string(),
      length: z.int(),
      max: z.int(),
      unit: z.enum(["characters", "bytes"]),
      hint: Sentence.optional().meta({ description: "What an author should know about how the network counts." }),
    }),
  ),
  /** What readers will see; of what is refused, the post as it was written. Null where nobody can say. */
  shown: z
    .object({
      frame: z.enum(FRAMES),
      gallery: z.enum(["carousel", "grid"]).meta({ description: "How several pictures stand: one after the other, or all at once." }),
      cellsMax: z.int().meta({ description: "How many pictures of a grid are seen at once." }),
      parts: z.array(
        z.object({
          text: z.string(),
          foldAt: z.int().nullable().meta({ description: "UTF-16 unit at which the network folds the text; null if it shows all." }),
          mentions: z.array(z.string()).meta({ description: "Names in the text that were marked as such, and are links there." }),
          mediaIds: z.array(z.string()),
          shapes: z
            .array(z.object({ id: z.string(), ratio: z.number().nullable(), isCut: z.boolean() }))
            .meta({ description: "Width by height in which each file is seen, and whether its edges are cut for it." }),
          poll: ShownPoll.nullable(),
          card: ShownCard.nullable(),
        }),
      ),
      title: z.string().nullable(),
      place: z.string().nullable().meta({ description: "Name of the place where it says to have been made." }),
      note: Sentence.nullable().meta({ description: "What the network does not take of it." }),
    })
    .nullable(),
});
export type PreviewedChannel = z.output<typeof PreviewedChannel>;

const errors = [400, 401, 404, 413, 415, 422, 500] as const;

const PostIdPath = z.object({ postId: Id.meta({ description: "Id of the post." }) });

/** Forecast and explanation: `rostrum forecast` and `rostrum explain`. */
export const foresightOperations = {
  forecast: privateOperation({
    allows: "viewer",
    byKey: true,
    tag: "Foresight",
    status: 200,
    errors,
    method: "GET",
    path: "/admin/brands/{brand_id}/forecast",
    command: "forecast",
    summary: "Show when each post will be published on each channel, and why others will not",
    description:
      "Simulates the engine's rules from now on, assuming that nothing changes and the platforms accept every post. Lists first what is published, in order, then what stays.",
    params: BrandIdPath,
    query: z.object({
      days: z
        .int()
        .min(1)
        .max(FORECAST_DAYS_MAX)
        .default(30)
        .meta({ description: `Number of days, 1 to ${FORECAST_DAYS_MAX}.` }),
    }),
    data: z.array(ForecastLine),
  }),
  previewPost: privateOperation({
    allows: "editor",
    tag: "Foresight",
    status: 200,
    errors,
    method: "POST",
    changesNothing: true,
    path: "/admin/collections/{collection_id}/posts/preview",
    summary: "Show the outcome of a post on each channel of a collection, before it is created",
    description:
      "Checks text, poll and media against each platform's limits, by the same rules as the engine; stores nothing. Unknown facts about a file count as fine.",
    params: CollectionIdPath,
    body: PostToPreview,
    data: z.array(PreviewedChannel),
  }),
  previewStoredPost: privateOperation({
    allows: "viewer",
    tag: "Foresight",
    status: 200,
    errors,
    method: "GET",
    path: "/admin/posts/{post_id}/preview",
    summary: "Show a post as readers of each channel of its collection will see it",
    description: "By the same rules as the preview of one that is being written, also on channels that it leaves out.",
    params: PostIdPath,
    data: z.array(PreviewedChannel),
  }),
  explainPost: privateOperation({
    allows: "viewer",
    byKey: true,
    tag: "Foresight",
    status: 200,
    errors,
    method: "GET",
    path: "/admin/posts/{post_id}/explanation",
    command: "explain",
    summary: "Show why a post is published when it is, its current state, and what each attempt sent and received",
    description: "The reasons are stable words, documented at `/help/reasons`. Secrets are removed before anything is stored.",
    params: PostIdPath,
    data: Explanation,
  }),
} as const;
