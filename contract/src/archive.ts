import { z } from "zod";
import { AutomationStatus, FeedType, ImportAsType } from "./automations.ts";
import { QueueStatus } from "./brands.ts";
import { CHANNEL_STATES, ChannelType } from "./channels.ts";
import { IsoMicros, isZoneName, TimeOfDay } from "./formats.ts";
import { REFRESH_HOURS, REPUBLISH_WEEKS_MAX, REPUBLISH_WEEKS_MIN } from "./limits.ts";
import { UPLOAD_TYPES } from "./media.ts";
import { StoredPictures } from "./pictures.ts";
import { PlatformOptions } from "./platform-options.ts";
import { Comment, Poll, PostingType, PostStatus, PostType } from "./posts.ts";
import { Logo } from "./private/logos.ts";
import { Id, text } from "./text.ts";

/**
 * The format of a brand's archive: `docs/moving-out.md`. Each schema is one line of a file below `data/`; ids are those of the
 * installation that made it, and are given anew by the one that takes it in. Strict, because a field that is not known here could
 * not be kept: what is added later gets a new version.
 */
export const ARCHIVE_FORMAT = "rostrum-brand";
/** 2: `countsTold` of deliveries. 3: `leftAt` of deliveries, `logo` of the brand. 4: `autoThread` of automations. */
export const ARCHIVE_VERSION = 4;
export const ARCHIVE_MIME = "application/zip";

/** Far above what the service writes; lines are bounded as well. */
const words = z.string().max(200_000);
const label = z.string().max(10_000);
const number = z.int();
const count = z.int().min(0);
const moment = IsoMicros;
/** Pages show it as a link. */
const link = z
  .string()
  .max(10_000)
  .regex(/^https?:\/\//i);
const json = z.record(z.string(), z.unknown());
const values = z.record(z.string(), z.union([z.string(), z.boolean()]));
const MediumId = z.string().regex(/^[\w-]{1,100}$/);

const OwnCaptions = z.partialRecord(
  ChannelType,
  z.strictObject({ text: words, type: PostType, regularType: PostType.nullable().optional() }),
);

const ArchivedZone = text({ min: 1, max: 64 }).refine(isZoneName, { params: { sentence: "must be the name of a timezone" } });

export const ArchivedBrand = z.strictObject({
  title: label.min(1),
  description: label.nullable(),
  timezone: ArchivedZone.nullable(),
  queueStatus: QueueStatus,
  createdAt: moment,
  updatedAt: moment,
  /** A data URL. Absent before version 3. */
  logo: Logo.nullable().default(null),
});
export type ArchivedBrand = z.output<typeof ArchivedBrand>;

/** Without credentials: they stay where they were given. */
export const ArchivedChannel = z.strictObject({
  id: Id,
  type: ChannelType,
  name: label,
  status: z.enum(CHANNEL_STATES),
  remoteId: label.nullable(),
  handle: label.nullable(),
  settings: json,
  sandbox: z.boolean(),
  inactiveReason: label.nullable(),
  needsLogIn: z.boolean(),
  preferences: values,
  accountPreferences: z.record(z.string(), json.nullable()),
  createdAt: moment,
  updatedAt: moment,
});
export type ArchivedChannel = z.output<typeof ArchivedChannel>;

export const ArchivedCollection = z.strictObject({
  id: Id,
  title: label,
  description: label.nullable(),
  status: QueueStatus,
  maxRepublish: z.int().min(REPUBLISH_WEEKS_MIN).max(REPUBLISH_WEEKS_MAX),
  createdAt: moment,
  updatedAt: moment,
});
export type ArchivedCollection = z.output<typeof ArchivedCollection>;

/** A collection publishes to its channels in the order of the positions. */
export const ArchivedCollectionChannel = z.strictObject({ collectionId: Id, channelId: Id, position: number });
export type ArchivedCollectionChannel = z.output<typeof ArchivedCollectionChannel>;

/** `day`: 1 for Monday to 7 for Sunday. */
export const ArchivedSlot = z.strictObject({
  id: Id,
  collectionId: Id,
  day: z.int().min(1).max(7),
  time: TimeOfDay,
  nextAt: moment,
  sentAt: moment.nullable(),
});
export type ArchivedSlot = z.output<typeof ArchivedSlot>;

const MediumFacts = z.strictObject({
  animated: z.boolean().nullable(),
  tagged: z.boolean().nullable(),
  rotation: z.number().nullable(),
  hasAudio: z.boolean().nullable(),
  videoCodec: label.nullable(),
  audioCodec: label.nullable(),
  framesPerSecond: z.number().nullable(),
  bitsPerSecond: z.number().nullable(),
  pages: z.number().nullable(),
  undecodable: z.literal(true).optional(),
});

/** `file`: its name in the archive. */
export const ArchivedMedium = z.strictObject({
  id: MediumId,
  file: z.string().regex(/^media\/[\w-]{1,100}\.\w{1,5}$/),
  name: label.min(1),
  mime: z.enum(UPLOAD_TYPES),
  sizeBytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: count.nullable(),
  height: count.nullable(),
  durationSeconds: z.number().min(0).nullable(),
  facts: MediumFacts.nullable(),
  description: label.nullable(),
  createdAt: moment,
  updatedAt: moment,
});
export type ArchivedMedium = z.output<typeof ArchivedMedium>;

export const ArchivedAutomation = z.strictObject({
  id: Id,
  collectionId: Id,
  name: label,
  status: AutomationStatus,
  type: FeedType,
  feedUrl: link,
  fetchUrl: link,
  etag: label.nullable(),
  lastModified: label.nullable(),
  importAsType: ImportAsType,
  title: label,
  caption: label,
  loadOldPosts: z.boolean(),
  addPostsAsDraft: z.boolean(),
  /** Absent before version 4. */
  autoThread: z.boolean().default(false),
  refreshHours: z.literal([...REFRESH_HOURS]),
  runCount: count,
  lastRunAt: moment.nullable(),
  nextRunAt: moment,
  failures: count,
  failingSince: moment.nullable(),
  movedTo: link.nullable(),
  moves: count,
  newestItemAt: moment.nullable(),
  catchingUp: z.boolean(),
  begunRuns: count,
  postsMade: count.nullable(),
  problem: label.nullable(),
  createdAt: moment,
  updatedAt: moment,
});
export type ArchivedAutomation = z.output<typeof ArchivedAutomation>;

/** What an automation has seen and never imports again. */
export const ArchivedFeedItem = z.strictObject({
  automationId: Id,
  key: label,
  linkKey: label.nullable(),
  contentKey: label.nullable(),
  firstSeenAt: moment,
  lastSeenAt: moment,
});
export type ArchivedFeedItem = z.output<typeof ArchivedFeedItem>;

export const ArchivedRun = z.strictObject({ automationId: Id, endedAt: moment, posts: count, problem: label.nullable() });
export type ArchivedRun = z.output<typeof ArchivedRun>;

/**
 * `queueRank`: set exactly while it waits in its collection's queue, which is in the order of the ranks. `leavingAt`: set while it is
 * being published. `rejoinAt`: when an evergreen post returns to its queue.
 */
export const ArchivedPost = z
  .strictObject({
    id: Id,
    collectionId: Id,
    title: words.nullable(),
    body: words,
    alt: words.nullable(),
    link: words.nullable(),
    postType: PostType,
    regularType: PostType.nullable(),
    postingType: PostingType,
    status: PostStatus,
    postAt: moment.nullable(),
    queueRank: number.nullable(),
    leavingAt: moment.nullable(),
    rejoinAt: moment.nullable(),
    mediaIds: z.array(MediumId),
    mediaAlts: z.array(words.nullable()),
    poll: Poll.nullable(),
    comment: Comment.nullable(),
    platforms: PlatformOptions.nullable(),
    asStory: z.boolean(),
    autoThread: z.boolean(),
    captions: OwnCaptions.nullable(),
    // Archives made before posts could leave channels out have none.
    leftOut: z.array(Id).default([]),
    // Archives made before posts could have pictures beside their files have none.
    pictures: StoredPictures.nullable().default(null),
    createdAt: moment,
    updatedAt: moment,
  })
  .refine(({ status, postingType }) => (status === "DRAFT") === (postingType === "DRAFT"))
  .refine(({ status, postingType, queueRank }) => queueRank === null || (status === "PENDING" && postingType === "QUEUE"));
export type ArchivedPost = z.output<typeof ArchivedPost>;

/** A post's own values of a channel's preferences. */
export const ArchivedPostPreferences = z.strictObject({ postId: Id, channelId: Id, preferences: values });
export type ArchivedPostPreferences = z.output<typeof ArchivedPostPreferences>;

export const ArchivedDeletion = z.strictObject({
  postId: Id,
  collection: label,
  text: label,
  postingType: PostingType,
  status: PostStatus,
  postAt: moment.nullable(),
  withCollection: z.boolean(),
  surface: z.enum(["DASHBOARD", "COMMAND", "KEY", "PROGRAM"]),
  person: label.nullable(),
  through: label.nullable(),
  deletedAt: moment,
});
export type ArchivedDeletion = z.output<typeof ArchivedDeletion>;

/** What went out when a post left: the post may have changed since. */
const Content = z.strictObject({
  type: PostType,
  regularType: PostType.nullable().optional(),
  text: words,
  title: words.nullable(),
  alt: words.nullable(),
  link: words.nullable(),
  poll: Poll.nullable(),
  comment: Comment.nullable(),
  platforms: PlatformOptions.nullable(),
  mediaIds: z.array(MediumId),
  mediaAlts: z.array(words.nullable()).optional(),
  asStory: z.boolean(),
  thread: z.boolean(),
  captions: OwnCaptions.nullable().optional(),
  pictures: StoredPictures.nullable().optional(),
  preferences: z
    .record(z.string().regex(/^\d{1,16}$/), values)
    .nullable()
    .optional(),
});

/** One leaving of a post, to all channels of its collection at that moment. */
export const ArchivedPublication = z.strictObject({
  id: Id,
  collectionId: Id,
  postId: Id.nullable(),
  slotId: Id.nullable(),
  dueAt: moment,
  content: Content,
  createdAt: moment,
  settledAt: moment.nullable(),
  reached: count,
  detached: z.boolean(),
});
export type ArchivedPublication = z.output<typeof ArchivedPublication>;

export const DELIVERY_STATES = [
  "waiting",
  "publishing",
  "pending",
  "unknown",
  "commented",
  "cancelled",
  "PUBLISHED",
  "SENT",
  "FAILED",
  "SKIPPED",
  "RETRYING",
] as const;

/** A publication on one channel, or the automatic comment below one (`parentId`): published entries and what is not listed of them. */
export const ArchivedDelivery = z.strictObject({
  id: Id,
  publicationId: Id,
  parentId: Id.nullable(),
  collectionId: Id.nullable(),
  postId: Id.nullable(),
  channelId: Id.nullable(),
  channelName: label.nullable(),
  channelType: ChannelType.nullable(),
  status: z.enum(DELIVERY_STATES),
  reason: label.nullable(),
  message: words.nullable(),
  postType: PostType.nullable(),
  body: words.nullable(),
  url: link.nullable(),
  remoteId: label.nullable(),
  steps: count,
  tries: count,
  looks: count,
  looked: z.boolean(),
  checks: count,
  firstAttemptAt: moment.nullable(),
  mayBeLive: z.boolean(),
  checkpoints: json,
  split: z.array(words).nullable(),
  likes: count,
  comments: count,
  shares: count,
  countsAt: moment.nullable(),
  countsReadAt: moment.nullable(),
  /** Absent in version 1. */
  countsTold: z.int().min(0).max(7).nullable().default(null),
  countsNextAt: moment.nullable(),
  /** Absent before version 3. */
  leftAt: moment.nullable().default(null),
  publishedAt: moment,
  createdAt: moment,
});
export type ArchivedDelivery = z.output<typeof ArchivedDelivery>;

const Call = z.union([
  z.strictObject({ leftOut: count }),
  z.strictObject({
    at: moment,
    method: label,
    url: label,
    sent: words.nullable(),
    status: number.nullable(),
    reply: words.nullable(),
    milliseconds: z.number(),
  }),
]);

/** What was asked of a network, without secrets; `calls` is null once its details have been dropped. */
export const ArchivedAttempt = z.strictObject({
  deliveryId: Id,
  number: count,
  step: z.enum(["publish", "check", "find"]),
  startedAt: moment,
  endedAt: moment.nullable(),
  outcome: z.looseObject({ kind: label }).nullable(),
  times: count,
  calls: z.array(Call).nullable(),
});
export type ArchivedAttempt = z.output<typeof ArchivedAttempt>;

export const ArchivedSettlement = z.strictObject({
  deliveryId: Id,
  decision: z.enum(["published", "again", "retry"]),
  url: link.nullable(),
  settledBy: label,
  settledAt: moment,
});
export type ArchivedSettlement = z.output<typeof ArchivedSettlement>;

/** Likes, comments and shares of an entry over time. */
export const ArchivedReading = z.strictObject({
  deliveryId: Id,
  readAt: moment,
  likes: number,
  comments: number,
  shares: number,
  likesGained: number,
  commentsGained: number,
  sharesGained: number,
});
export type ArchivedReading = z.output<typeof ArchivedReading>;

/** The files below `data/`, in the order in which they are taken in: each comes after those that it refers to. */
export const ARCHIVE_NOUNS = [
  "channels",
  "collections",
  "collection-channels",
  "slots",
  "media",
  "automations",
  "feed-items",
  "automation-runs",
  "posts",
  "post-preferences",
  "deleted-posts",
  "publications",
  "deliveries",
  "attempts",
  "settlements",
  "count-readings",
] as const;
export type ArchiveNoun = (typeof ARCHIVE_NOUNS)[number];

export const BRAND_FILE = "data/brand.json";
export const MANIFEST_FILE = "manifest.json";

export function fileOfNoun(noun: ArchiveNoun): string {
  return `data/${noun}.jsonl`;
}

const DataFile = z.strictObject({
  name: z.enum([BRAND_FILE, ...ARCHIVE_NOUNS.map(fileOfNoun)]),
  lines: count,
  sizeBytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const ArchiveManifest = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.int().min(1).max(ARCHIVE_VERSION),
  id: z.uuid().meta({ description: "Of this archive: it tells when it is brought in a second time." }),
  madeBy: label.meta({ description: "The version of Rostrum that made it." }),
  madeAt: moment.meta({ description: "Everything in it is as it was at this moment." }),
  brand: z.strictObject({ title: label, timezone: ArchivedZone.nullable() }),
  /** Checksums of media are in their own lines. */
  files: z.array(DataFile),
  media: z.strictObject({ files: count, sizeBytes: count }),
});
export type ArchiveManifest = z.output<typeof ArchiveManifest>;
