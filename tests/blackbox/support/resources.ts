import assert from "node:assert/strict";
import {
  array,
  atLeast,
  count,
  exact,
  flag,
  id,
  integer,
  matching,
  nullable,
  object,
  objectWith,
  oneOf,
  type Read,
  recordOf,
  type Shape,
  text,
} from "./shape.ts";

/** The resources field by field, written from the specification's text alone. */

/** ISO 8601 with microseconds and `Z`. */
export const moment = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
/** `YYYY-MM-DD HH:MM:SS`. */
export const plainDateTime = matching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/);
const pauses = oneOf("ACTIVE", "PAUSED");
const day = oneOf("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");
const channelType = oneOf(
  "Facebook",
  "Instagram",
  "Threads",
  "LinkedIn",
  "Google Business",
  "YouTube",
  "TikTok",
  "Pinterest",
  "X",
  "Mastodon",
  "Bluesky",
  "Telegram",
  "Social Media",
);
const postType = oneOf(
  "TEXT",
  "IMAGE",
  "VIDEO",
  "MULTIMEDIA",
  "SHORT",
  "DOCUMENT",
  "THREAD",
  "SLIDES",
  "REEL",
  "TIKTOK",
  "STORY",
  "POLL",
  "ENGAGE_COMMENT",
);

export const user = object({ id: text, name: text, joinedAt: moment, timezone: nullable(text) });

export const brand = object({
  id,
  title: text,
  description: nullable(text),
  timezone: nullable(text),
  queueStatus: pauses,
  createdAt: moment,
  updatedAt: moment,
});

export const channel = object({
  id,
  name: text,
  status: oneOf("ACTIVE", "INACTIVE"),
  type: channelType,
  createdAt: moment,
  updatedAt: moment,
});

const slot = object({ id, day, time: timeOfDay, date: matching(/^[A-Z]{3} \d{2}:\d{2}$/), status: oneOf("PENDING", "PUBLISHED") });

const collectionFields = {
  id,
  title: text,
  description: nullable(text),
  status: pauses,
  evergreen: object({ enabled: flag, maxRepublish: integer }),
  maxRepublish: integer,
  timezone: nullable(text),
  channels: array(object({ id, name: text, status: oneOf("ACTIVE", "INACTIVE"), type: channelType })),
  queues: array(slot),
  createdAt: moment,
  updatedAt: moment,
};

export const collection = agreeing(object(collectionFields));
export const listedCollection = agreeing(
  object({ ...collectionFields, postsCount: object({ queued: count, scheduled: count, drafts: count, published: count }) }),
);

const daySlots = array(object({ time: timeOfDay, queueId: id, collectionId: id, collectionTitle: text, collectionStatus: pauses }));
export const schedule = object({
  timezone: nullable(text),
  queueStatus: pauses,
  schedule: object({ MON: daySlots, TUE: daySlots, WED: daySlots, THU: daySlots, FRI: daySlots, SAT: daySlots, SUN: daySlots }),
});

const FEED_SOURCES =
  "YOUTUBE RSS ATOM MEDIUM SHOPIFY WORDPRESS WOOCOMMERCE ETSY GHOST SUBSTACK ANCHOR TRANSISTOR CAPTIVATE SOUNDCLOUD BLOGGER WIX SQUARESPACEBLOG SQUARESPACESHOP WEEBLY TUMBLR SHOPIFY2 WOOCOMMERCE2 PRESTASHOP BUZZSPROUT RSSCOM CASTOS PODCASTCO";
export const feedSources = FEED_SOURCES.split(" ");

export const automation = object({
  id,
  name: text,
  collectionId: id,
  status: oneOf("ACTIVE", "PAUSED", "FAILING", "STOPPED"),
  type: oneOf(...feedSources),
  feedUrl: text,
  runCount: count,
  importAsType: oneOf("LINK", "IMAGE", "VIDEO", "CAROUSEL"),
  lastRun: count,
  title: text,
  caption: text,
  createdAt: moment,
  updatedAt: moment,
});

export const mediaItem = object({ id: text, name: text, type: text, size: count, createdAt: moment, updatedAt: moment });
export const uploaded = object({ id: text, type: text, size: count });

const poll = objectWith(
  { question: text, options: array(text), period: oneOf("1d", "3d", "7d") },
  { correctOptionIndex: integer, explanation: text },
);

export const post = objectWith(
  {
    id,
    collectionId: id,
    title: nullable(text),
    body: text,
    media: array(atLeast({ id: text })),
    postType,
    postingType: oneOf("NOW", "SCHEDULE", "QUEUE", "DRAFT"),
    status: oneOf("PENDING", "DRAFT", "PUBLISHED"),
    postDate: nullable(plainDateTime),
    createdAt: moment,
    updatedAt: moment,
  },
  { poll },
);

export const acknowledged = object({ id, message: matching(/\S/) });

export const publishedEntry = object({
  id,
  postId: nullable(id),
  collectionId: nullable(id),
  channel: object({ id: nullable(id), name: nullable(text), type: nullable(channelType) }),
  postType: nullable(postType),
  body: nullable(text),
  url: nullable(text),
  status: oneOf("PUBLISHED", "FAILED", "RETRYING", "SKIPPED", "SENT"),
  message: nullable(text),
  publishedAt: moment,
  results: object({ likes: count, comments: count, shares: count }),
});

export const pagination = object({
  currentPage: id,
  perPage: id,
  total: count,
  lastPage: id,
  nextPageUrl: nullable(text),
  prevPageUrl: nullable(text),
});

export function success<T>(data: Shape<T>) {
  return object({ status: exact("success"), data });
}

export function successPage<T>(row: Shape<T>) {
  return object({ status: exact("success"), data: array(row), pagination });
}

const sentence = matching(/\S/);
export const validationError = object({ message: sentence, errors: recordOf(array(sentence)) });
export const domainError = object({ status: exact("error"), message: sentence, errors: recordOf(sentence) });
export const resourceLimitError = object({ message: sentence, errors: object({ rate_limit: sentence }) });
export const routeLimitError = object({ message: sentence });

export type Collection = Read<typeof collection>;
export type Post = Read<typeof post>;
export type PublishedEntry = Read<typeof publishedEntry>;
export type Pagination = Read<typeof pagination>;

/** `maxRepublish` is the same value as `evergreen.maxRepublish`; `date` is day and time together; days go from Monday on. */
function agreeing<T extends Read<ReturnType<typeof object<typeof collectionFields>>>>(shape: Shape<T>): Shape<T> {
  const order = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
  return (value, at) => {
    const read = shape(value, at);
    assert.equal(read.evergreen.maxRepublish, read.maxRepublish, `${at}.evergreen.maxRepublish`);
    assert.equal(read.evergreen.enabled, read.maxRepublish !== 0, `${at}.evergreen.enabled`);
    for (const one of read.queues) assert.equal(one.date, `${one.day} ${one.time}`, `${at}.queues date`);
    const ranks = read.queues.map((one) => `${order.indexOf(one.day)} ${one.time}`);
    assert.deepEqual(ranks, [...ranks].sort(), `${at}.queues go from Monday to Sunday`);
    return read;
  };
}
