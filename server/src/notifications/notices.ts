import { type EventType, type eventData, eventSchema } from "@rostrum/contract/events.ts";
import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import { NOTIFICATION_GROUPS, type NotificationGroup, notificationTypes } from "@rostrum/contract/private/notifications.ts";
import type { z } from "zod";

/** An event in words, for one person. */
export interface Notice {
  readonly group: NotificationGroup;
  readonly at: Instant;
  /** What happened, in few words and without anybody's. */
  readonly subject: string;
  /** The same as a sentence. */
  readonly sentence: string;
  readonly details: readonly string[];
  /** Where it can be looked at or mended. */
  readonly link: Place;
  /** The page on which all of its kind are. */
  readonly page: Place;
}

export interface Place {
  readonly label: string;
  /** Of the dashboard. */
  readonly path: string;
}

const NAME_LENGTH_MAX = 80;
const MESSAGE_LENGTH_MAX = 300;
const RESULTS_LISTED_MAX = 5;

/**
 * The words of an event as it was stored, with its moments by the clock of the reader's zone. Null for one that this version does not
 * know, or not in this form: a newer one may have stored it.
 */
export function noticeOf(type: string, body: string, zone: string): Notice | null {
  const known = type as EventType;
  const group = NOTIFICATION_GROUPS.find((each) => notificationTypes[each].includes(known));
  if (group === undefined) return null;
  const event = eventSchema(known).safeParse(JSON.parse(body));
  if (!event.success) return null;
  const { timestamp, data } = event.data;
  const words = wordsOf[known] as (data: unknown, zone: string) => Words;
  return { group, at: timestamp as Instant, ...words(data, zone) };
}

/** What people have typed and networks have answered: one line without control characters and marks that turn text around, cut. */
export function plain(text: string, lengthMax: number): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).toWellFormed()}…`;
}

export function momentIn(zone: string, at: Instant): string {
  return `${printLocal(at, zone).slice(0, 16)} (${zone})`;
}

type Words = Omit<Notice, "group" | "at">;
type Data<T extends EventType> = z.output<(typeof eventData)[T]>;
type Round = Data<"post.failed">;

const wordsOf: { readonly [T in EventType]?: (data: Data<T>, zone: string) => Words } = {
  "post.failed": (data) => ({
    ...postLinks(data),
    subject: "A post was not published",
    sentence: `The post ${postName(data)} was not published.`,
    details: resultsOf(data, ({ status }) => status === "FAILED"),
  }),
  "post.partly_failed": (data) => ({
    ...postLinks(data),
    subject: "A post was published only in part",
    sentence: `The post ${postName(data)} was published, but not on all of its channels.`,
    details: resultsOf(data, ({ status }) => status === "FAILED"),
  }),
  "post.skipped": (data) => ({
    ...postLinks(data),
    subject: "A post was skipped",
    sentence: `The post ${postName(data)} was skipped: it reached no channel.`,
    details: resultsOf(data, () => true),
  }),
  "post.published": (data) => ({
    ...postLinks(data),
    subject: "A post was published",
    sentence: `The post ${postName(data)} was published.`,
    details: resultsOf({ ...data, results: data.results.map((result) => ({ ...result, message: null })) }, () => true),
  }),
  "channel.disconnected": ({ brand, channel, message }) => ({
    subject: "A channel is disconnected",
    sentence: `The channel ${quoted(channel.name)} (${channel.type}) is disconnected: nothing is published there until somebody logs in again.`,
    details: message === null ? [] : [plain(message, MESSAGE_LENGTH_MAX)],
    link: { label: "Connect it again", path: `/brands/${brand.id}/channels` },
    page: channelsOf(brand),
  }),
  "channel.expiring": ({ brand, channels, account, endsAt }, zone) => ({
    subject: "A log-in ends soon",
    sentence: `The log-in of ${quoted(account)} ends at ${momentIn(zone, endsAt as Instant)}. Log in again before then, so that posts keep going out.`,
    details: channels.slice(0, RESULTS_LISTED_MAX).map(({ name, type }) => `${quoted(name)} (${type})`),
    link: { label: "Log in again", path: `/brands/${brand.id}/channels` },
    page: channelsOf(brand),
  }),
  "queue.running_empty": ({ brand, collection, posts, lastPostAt }, zone) => ({
    subject: "A queue is running empty",
    sentence: `The queue of ${quoted(collection.title)} is running empty: ${posts === 1 ? "1 post waits" : `${posts} posts wait`} in it.`,
    details: lastPostAt === null ? [] : [`The last one goes out at ${momentIn(zone, lastPostAt as Instant)}.`],
    link: { label: "Open the queue", path: `/brands/${brand.id}/queue?collection=${collection.id}` },
    page: { label: "The queue", path: `/brands/${brand.id}/queue` },
  }),
  "automation.imported": ({ brand, automation, posts, asDrafts }) => ({
    subject: "An automation has made posts",
    sentence: `The automation ${quoted(automation.name)} has made ${posts === 1 ? "1 post" : `${posts} posts`}${asDrafts ? ", as drafts" : ""}.`,
    details: [],
    link: automationsOf(brand),
    page: automationsOf(brand),
  }),
  "automation.failing": ({ brand, automation, failures, problem }) => ({
    subject: "An automation is failing",
    sentence: `The automation ${quoted(automation.name)} has failed ${failures} times in a row.`,
    details: problem === null ? [] : [plain(problem, MESSAGE_LENGTH_MAX)],
    link: automationsOf(brand),
    page: automationsOf(brand),
  }),
};

function postLinks({ brand, post }: Round): Pick<Words, "link" | "page"> {
  return {
    link: { label: "See what became of it", path: `/brands/${brand.id}/published?post=${post.id}` },
    page: { label: "What was published", path: `/brands/${brand.id}/published` },
  };
}

function postName({ post }: Round): string {
  const name = plain(post.title ?? post.body, NAME_LENGTH_MAX);
  return name === "" ? `${post.id}` : `“${name}”`;
}

function resultsOf({ results, resultsLeftOut }: Round, isShown: (result: Round["results"][number]) => boolean): string[] {
  const shown = results.filter(isShown);
  const listed = shown.slice(0, RESULTS_LISTED_MAX).map(({ channel, message, status }) => {
    const name = channel.name === null ? "A channel" : quoted(channel.name);
    const what = message === null ? status.toLowerCase() : plain(message, MESSAGE_LENGTH_MAX);
    return `${name}${channel.type === null ? "" : ` (${channel.type})`}: ${what}`;
  });
  const more = shown.length - listed.length;
  return [...listed, ...(more === 0 ? [] : [`And ${more} more.`]), ...(resultsLeftOut === 0 ? [] : [NOT_ALL])];
}

const NOT_ALL = "There may be others: not all of its channels could be looked at for this message.";

function quoted(name: string): string {
  return `“${plain(name, NAME_LENGTH_MAX)}”`;
}

function channelsOf({ id }: { readonly id: number }): Place {
  return { label: "The channels", path: `/brands/${id}/channels` };
}

function automationsOf({ id }: { readonly id: number }): Place {
  return { label: "The automations", path: `/brands/${id}/automations` };
}
