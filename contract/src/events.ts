import { z } from "zod";
import { AutomationStatus } from "./automations.ts";
import { ChannelType } from "./channels.ts";
import { IsoMicros } from "./formats.ts";
import { PostingType, PostType } from "./posts.ts";
import { EntryStatus } from "./published.ts";
import { Id } from "./text.ts";

/** What webhooks can be told of: `docs/events.md`. A type never changes its meaning, and fields are only added. */
export const EVENT_TYPES = [
  "post.scheduled",
  "post.published",
  "post.partly_failed",
  "post.failed",
  "post.skipped",
  "queue.running_empty",
  "channel.connected",
  "channel.expiring",
  "channel.disconnected",
  "automation.imported",
  "automation.failing",
] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.output<typeof EventType>;

/** Sent on request alone, to one webhook, whatever types it has chosen. */
export const TEST_EVENT_TYPE = "webhook.test";

const Brand = z.object({ id: Id, title: z.string() });
const Collection = z.object({ id: Id, title: z.string() });
const Channel = z.object({ id: Id, name: z.string(), type: ChannelType });
const Automation = z.object({ id: Id, name: z.string(), status: AutomationStatus });

const Post = z.object({
  id: Id,
  title: z.string().nullable(),
  body: z.string().meta({ description: "Its text; longer than 1,000 characters is cut." }),
  postType: PostType,
  postingType: PostingType,
  postAt: IsoMicros.nullable().meta({ description: "When it leaves or left; null for a queued post whose collection has no slots." }),
});

/** A published entry: what became of the post on one channel. */
const Result = z.object({
  id: Id.meta({ description: "The entry's own id." }),
  channel: z.object({ id: Id.nullable(), name: z.string().nullable(), type: ChannelType.nullable() }),
  postType: PostType.nullable(),
  status: EntryStatus,
  reason: z.string().nullable().meta({ description: "One of the stable reasons of a delivery." }),
  message: z.string().nullable(),
  url: z.string().nullable(),
  publishedAt: IsoMicros,
});

const Round = z.object({
  brand: Brand,
  collection: Collection,
  post: Post,
  results: z.array(Result),
  resultsLeftOut: z.int().min(0).meta({ description: "How many more there are than fit; the API lists all." }),
});

/** The `data` of each type of event. */
export const eventData = {
  "post.scheduled": z.object({ brand: Brand, collection: Collection, post: Post }),
  "post.published": Round,
  "post.partly_failed": Round,
  "post.failed": Round,
  "post.skipped": Round,
  "queue.running_empty": z.object({
    brand: Brand,
    collection: Collection,
    posts: z.int().min(0).meta({ description: "How many still wait in the queue." }),
    lastPostAt: IsoMicros.nullable().meta({ description: "When the last of them leaves; null if there is none." }),
  }),
  "channel.connected": z.object({ brand: Brand, channel: Channel }),
  "channel.expiring": z.object({
    brand: Brand,
    channels: z.array(Channel).meta({ description: "The brand's active channels that publish by this log-in." }),
    account: z.string().meta({ description: "Who has logged in at the network." }),
    endsAt: IsoMicros,
  }),
  "channel.disconnected": z.object({
    brand: Brand,
    channel: Channel,
    cause: z.enum(["LOG_IN_ENDED", "REMOVED"]),
    message: z.string().nullable(),
  }),
  "automation.imported": z.object({
    brand: Brand,
    automation: Automation,
    collection: Collection,
    posts: z.int().min(1),
    asDrafts: z.boolean(),
  }),
  "automation.failing": z.object({
    brand: Brand,
    automation: Automation,
    collection: Collection,
    failures: z.int(),
    failingSince: IsoMicros.nullable(),
    problem: z.string().nullable(),
  }),
} as const satisfies Record<EventType, z.ZodType>;

/** The `data` of a test. */
export const TestEventData = z.object({ brand: Brand, webhook: z.object({ id: Id }), message: z.string() });
export type TestEventData = z.output<typeof TestEventData>;

/** The whole body of an event of this type. */
export function eventSchema<T extends EventType>(type: T) {
  return z.object({ type: z.literal(type), timestamp: IsoMicros, data: eventData[type] });
}
