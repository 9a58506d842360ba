import type { z } from "zod";
import type { Automation, NewAutomation } from "../../automations.ts";
import type { Collection, NewCollection } from "../../collections.ts";
import { withoutLogin } from "../../feed-address.ts";
import type { MediaItem } from "../../media.ts";
import type { NewPost, Post, PostChange } from "../../posts.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "../../templates.ts";

/**
 * Whether a list entry is what a request asked for. Compares every field that the list returns, and reads the request as the service does:
 * null is the same as not sent, and a time counts only for a post that is scheduled.
 */

type PostRead = z.output<typeof Post>;

const READS_AS = { DRAFT: "DRAFT", QUEUE: "QUEUE", SCHEDULE: "SCHEDULE", IMMEDIATE: "NOW" } as const;
type Mode = keyof typeof READS_AS;

/** What was published at once may be back in the queue of an evergreen collection by now. */
export function isPost(asked: z.input<typeof NewPost>, post: PostRead): boolean {
  return (
    post.body === (asked.caption ?? "") &&
    (post.title ?? "") === (asked.title ?? "") &&
    (isIn(asked.publishMode, asked.scheduledAt, post) || (asked.publishMode === "IMMEDIATE" && isBack(post))) &&
    isPoll(asked.poll ?? undefined, post.poll) &&
    isMedia(asked.media ?? [], post.media)
  );
}

/** A post that was queued from the beginning has not changed since. */
function isBack({ postingType, createdAt, updatedAt }: PostRead): boolean {
  return postingType === "QUEUE" && updatedAt > createdAt;
}

/** Whether a post is in the state a change asked for. Lists do not return the position in the queue. */
export function isChanged(asked: z.input<typeof PostChange>, post: PostRead): boolean {
  return isIn(asked.publishMode ?? "QUEUE", asked.scheduledAt, post);
}

function isIn(mode: Mode, scheduledAt: string | null | undefined, { postingType, postDate }: PostRead): boolean {
  return postingType === READS_AS[mode] && (mode !== "SCHEDULE" || isTime(scheduledAt, postDate));
}

export function isCollection(asked: z.input<typeof NewCollection>, collection: z.output<typeof Collection>): boolean {
  const slots = (asked.queues ?? []).map((slot) => slot.toUpperCase()).toSorted();
  return (
    collection.title === asked.title &&
    (collection.description ?? "") === (asked.description ?? "") &&
    collection.maxRepublish === (asked.maxRepublish ?? 0) &&
    isSame(slots, collection.queues.map((slot) => slot.date).toSorted()) &&
    // Lists leave out unavailable channels.
    collection.channels.every((channel) => asked.channels?.includes(channel.id))
  );
}

export function isAutomation(asked: z.input<typeof NewAutomation>, automation: z.output<typeof Automation>): boolean {
  return (
    automation.name === asked.name &&
    automation.collectionId === asked.collectionId &&
    automation.type === asked.type &&
    automation.feedUrl === withoutLogin(asked.feedUrl) &&
    automation.importAsType === asked.importAsType &&
    automation.title === (asked.title ?? TITLE_TEMPLATE_DEFAULT) &&
    automation.caption === (asked.caption ?? CAPTION_TEMPLATE_DEFAULT)
  );
}

/** The service detects the type by content and strips directories and control characters from the name. */
export function isUpload(asked: { readonly name: string; readonly size: number }, item: z.output<typeof MediaItem>): boolean {
  return item.size === asked.size && plainName(item.name) === plainName(asked.name);
}

/** Forms encode quotation marks and line breaks as %22, %0D and %0A, and not every parser decodes them. */
function plainName(name: string): string {
  return name
    .replace(/^.*[/\\]/, "")
    .replace(/%22|%0D|%0A|"|\p{Cc}|\p{Cf}/gu, "")
    .trim()
    .slice(0, 100);
}

/**
 * `scheduledAt` is in the brand's zone, which is unknown here, and `postDate` in UTC: they differ by at most the largest UTC offset.
 */
const ZONE_HOURS_MAX = 15;

function isTime(scheduledAt: string | null | undefined, postDate: string | null): boolean {
  if (scheduledAt == null) return true;
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
    (asked.correctOptionIndex ?? undefined) === (poll.correctOptionIndex ?? undefined) &&
    (asked.explanation ?? "") === (poll.explanation ?? "")
  );
}

/** A file downloaded from a URL gets a new id. */
function isMedia(asked: NonNullable<z.input<typeof NewPost>["media"]>, media: PostRead["media"]): boolean {
  return asked.length === media.length && asked.every(({ id }, index) => id == null || id === media[index]?.id);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}
