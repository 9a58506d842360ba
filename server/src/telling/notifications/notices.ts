import { type EventType, type eventData, eventSchema } from "@rostrum/contract/events.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { NOTIFICATION_GROUPS, type NotificationGroup, notificationTypes } from "@rostrum/contract/private/notifications.ts";
import type { Language } from "@rostrum/contract/words.ts";
import type { z } from "zod";
import { momentIn } from "../../ground/moments.ts";
import { tell } from "../../ground/sentences/tell.ts";
import { wordsOf } from "./words.ts";

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

/** In whose language and by whose clock something is told. */
export interface Listener {
  readonly language: Language;
  readonly zone: string;
}

/**
 * The words of an event as it was stored, with its moments by the clock of the reader's zone. Null for one that this version does not
 * know, or not in this form: a newer one may have stored it.
 */
export function noticeOf(type: string, body: string, listener: Listener): Notice | null {
  const known = type as EventType;
  const group = NOTIFICATION_GROUPS.find((each) => notificationTypes[each].includes(known));
  if (group === undefined) return null;
  const event = eventSchema(known).safeParse(JSON.parse(body));
  if (!event.success) return null;
  const { timestamp, data } = event.data;
  const tell = TELLERS[known] as (data: unknown, listener: Listener) => Words;
  return { group, at: timestamp as Instant, ...tell(data, listener) };
}

/** What people have typed and networks have answered: one line without control characters and marks that turn text around, cut. */
export function plain(text: string, lengthMax: number): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).toWellFormed()}…`;
}

type Words = Omit<Notice, "group" | "at">;
type Data<T extends EventType> = z.output<(typeof eventData)[T]>;
type Round = Data<"post.failed">;

const TELLERS: { readonly [T in EventType]?: (data: Data<T>, listener: Listener) => Words } = {
  "post.failed": (data, { language }) => roundIn(language, "failed", data, { isShown: ({ status }) => status === "FAILED" }),
  "post.partly_failed": (data, { language }) => roundIn(language, "partly", data, { isShown: ({ status }) => status === "FAILED" }),
  "post.skipped": (data, { language }) => roundIn(language, "skipped", data, { isShown: () => true }),
  "post.published": (data, { language }) =>
    roundIn(language, "done", { ...data, results: data.results.map((result) => ({ ...result, message: null })) }, { isShown: () => true }),
  "channel.disconnected": ({ brand, channel, message }, { language }) => {
    const words = wordsOf(language);
    const { subject, sentence, link } = words.disconnected;
    return {
      subject,
      sentence: sentence({ channel: quoted(words, channel.name), type: channel.type }),
      details: message === null ? [] : [plain(tell(language, message), MESSAGE_LENGTH_MAX)],
      link: { label: link, path: `/brands/${brand.id}/channels` },
      page: channelsOf(words, brand),
    };
  },
  "channel.expiring": ({ brand, channels, account, endsAt }, { language, zone }) => {
    const words = wordsOf(language);
    const { subject, sentence, link } = words.expiring;
    return {
      subject,
      sentence: sentence({ account: quoted(words, account), moment: momentIn(language, zone, endsAt as Instant) }),
      details: channels.slice(0, RESULTS_LISTED_MAX).map(({ name, type }) => `${quoted(words, name)} (${type})`),
      link: { label: link, path: `/brands/${brand.id}/channels` },
      page: channelsOf(words, brand),
    };
  },
  "queue.running_empty": ({ brand, collection, posts, lastPostAt }, { language, zone }) => {
    const words = wordsOf(language);
    const { subject, sentence, last, link, page } = words.empty;
    return {
      subject,
      sentence: sentence({ collection: quoted(words, collection.title), posts }),
      details: lastPostAt === null ? [] : [last({ moment: momentIn(language, zone, lastPostAt as Instant) })],
      link: { label: link, path: `/brands/${brand.id}/queue?collection=${collection.id}` },
      page: { label: page, path: `/brands/${brand.id}/queue` },
    };
  },
  "automation.imported": ({ brand, automation, posts, asDrafts }, { language }) => {
    const words = wordsOf(language);
    const { subject, sentence, drafts } = words.imported;
    const place = automationsOf(words, brand);
    const values = { automation: quoted(words, automation.name), posts };
    return { subject, sentence: asDrafts ? drafts(values) : sentence(values), details: [], link: place, page: place };
  },
  "automation.failing": ({ brand, automation, failures, problem }, { language }) => {
    const words = wordsOf(language);
    const { subject, sentence } = words.failing;
    const place = automationsOf(words, brand);
    return {
      subject,
      sentence: sentence({ automation: quoted(words, automation.name), failures }),
      details: problem === null ? [] : [plain(tell(language, problem), MESSAGE_LENGTH_MAX)],
      link: place,
      page: place,
    };
  },
};

type Catalog = ReturnType<typeof wordsOf>;

/** What became of a post, with the results that matter. */
function roundIn(
  language: Language,
  kind: "failed" | "partly" | "skipped" | "done",
  data: Round,
  { isShown }: { readonly isShown: (result: Round["results"][number]) => boolean },
): Words {
  const words = wordsOf(language);
  const { brand, post } = data;
  const { subject, sentence } = words[kind];
  return {
    subject,
    sentence: sentence({ post: postName(words, data) }),
    details: resultsOf(language, data, isShown),
    link: { label: words.see, path: `/brands/${brand.id}/published?post=${post.id}` },
    page: { label: words.published, path: `/brands/${brand.id}/published` },
  };
}

function postName(words: Catalog, { post }: Round): string {
  const name = plain(post.title ?? post.body, NAME_LENGTH_MAX);
  return name === "" ? `${post.id}` : words.quoted({ name });
}

function resultsOf(
  language: Language,
  { results, resultsLeftOut }: Round,
  isShown: (result: Round["results"][number]) => boolean,
): string[] {
  const words = wordsOf(language);
  const shown = results.filter(isShown);
  const listed = shown.slice(0, RESULTS_LISTED_MAX).map(({ channel, message, status }) => {
    const name = channel.name === null ? words.aChannel : quoted(words, channel.name);
    const what = message === null ? words.statuses[status] : plain(tell(language, message), MESSAGE_LENGTH_MAX);
    return `${name}${channel.type === null ? "" : ` (${channel.type})`}: ${what}`;
  });
  const count = shown.length - listed.length;
  return [...listed, ...(count === 0 ? [] : [words.more({ count })]), ...(resultsLeftOut === 0 ? [] : [words.notAll])];
}

function quoted(words: Catalog, name: string): string {
  return words.quoted({ name: plain(name, NAME_LENGTH_MAX) });
}

function channelsOf(words: Catalog, { id }: { readonly id: number }): Place {
  return { label: words.channels, path: `/brands/${id}/channels` };
}

function automationsOf(words: Catalog, { id }: { readonly id: number }): Place {
  return { label: words.automations, path: `/brands/${id}/automations` };
}
