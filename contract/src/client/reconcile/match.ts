import type { z } from "zod";
import type { Automation, NewAutomation } from "../../automations.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "../../automations.ts";
import type { Collection, NewCollection } from "../../collections.ts";
import type { MediaItem } from "../../media.ts";
import type { NewPost, Post, PostChange } from "../../posts.ts";

/** Whether what a list shows is what a request asked for: everything that reads back is compared, nothing else can be. */

type PostRead = z.output<typeof Post>;

const READS_AS = { DRAFT: "DRAFT", QUEUE: "QUEUE", SCHEDULE: "SCHEDULE", IMMEDIATE: "NOW" } as const;

export function isPost(asked: z.input<typeof NewPost>, post: PostRead): boolean {
  return (
    post.body === (asked.caption ?? "") &&
    (post.title ?? "") === (asked.title ?? "") &&
    post.postingType === READS_AS[asked.publishMode] &&
    isTime(asked.scheduledAt, post.postDate) &&
    isPoll(asked.poll, post.poll) &&
    isMedia(asked.media ?? [], post.media)
  );
}

/** Whether a post is where a change would have put it. The place in the queue does not read back. */
export function isChanged(asked: z.input<typeof PostChange>, post: PostRead): boolean {
  return post.postingType === READS_AS[asked.publishMode ?? "QUEUE"] && isTime(asked.scheduledAt, post.postDate);
}

export function isCollection(asked: z.input<typeof NewCollection>, collection: z.output<typeof Collection>): boolean {
  const slots = (asked.queues ?? []).map((slot) => slot.toUpperCase()).toSorted();
  return (
    collection.title === asked.title &&
    (collection.description ?? "") === (asked.description ?? "") &&
    collection.maxRepublish === (asked.maxRepublish ?? 0) &&
    isSame(slots, collection.queues.map((slot) => slot.date).toSorted()) &&
    // Channels that are not available are left out of what reads back.
    collection.channels.every((channel) => asked.channels?.includes(channel.id))
  );
}

export function isAutomation(asked: z.input<typeof NewAutomation>, automation: z.output<typeof Automation>): boolean {
  return (
    automation.name === asked.name &&
    automation.collectionId === asked.collectionId &&
    automation.type === asked.type &&
    automation.feedUrl === asked.feedUrl &&
    automation.importAsType === asked.importAsType &&
    automation.title === (asked.title ?? TITLE_TEMPLATE_DEFAULT) &&
    automation.caption === (asked.caption ?? CAPTION_TEMPLATE_DEFAULT)
  );
}

/** The service decides the type by content, and keeps the name without folders and control characters. */
export function isUpload(asked: { readonly name: string; readonly size: number }, item: z.output<typeof MediaItem>): boolean {
  return item.size === asked.size && plainName(item.name) === plainName(asked.name);
}

/** Forms write quotation marks and line ends as %22, %0D and %0A, and not every reader writes them back. */
function plainName(name: string): string {
  return name
    .replace(/^.*[/\\]/, "")
    .replace(/%22|%0D|%0A|"|\p{Cc}/gu, "")
    .slice(0, 100);
}

/** `scheduledAt` is in the brand's zone, which is not known here, `postDate` in UTC: they lie no further apart than zones do. */
const ZONE_HOURS_MAX = 15;

function isTime(scheduledAt: string | undefined, postDate: string | null): boolean {
  if (scheduledAt === undefined) return true;
  if (postDate === null) return false;
  return Math.abs(milliseconds(scheduledAt) - milliseconds(postDate)) <= ZONE_HOURS_MAX * 3_600_000;
}

function milliseconds(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

function isPoll(asked: z.input<typeof NewPost>["poll"], poll: PostRead["poll"]): boolean {
  if (asked === undefined || poll === undefined) return asked === poll;
  return (
    asked.question === poll.question &&
    isSame(asked.options, poll.options) &&
    asked.period === poll.period &&
    asked.correctOptionIndex === poll.correctOptionIndex &&
    (asked.explanation ?? "") === (poll.explanation ?? "")
  );
}

/** What is downloaded from an address reads back by a new id. */
function isMedia(asked: NonNullable<z.input<typeof NewPost>["media"]>, media: PostRead["media"]): boolean {
  return asked.length === media.length && asked.every(({ id }, index) => id === undefined || id === media[index]?.id);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}
