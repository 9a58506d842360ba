import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";
import type { Poll } from "@rostrum/contract/posts.ts";
import type { DescribedMedium, WholePost } from "@rostrum/contract/private/writing.ts";
import { picturesOf, withPictures } from "./pictures.ts";

/** A file of a draft: one of the brand's, or an address from which the service fetches it when the post is saved. */
export type DraftMedium = { readonly alt: string } & (
  | {
      readonly kind: "file";
      readonly medium: DescribedMedium;
      /** What readers of some networks see in its place; absent: nothing. */
      readonly own?: Readonly<Partial<Record<ChannelType, DescribedMedium>>>;
      /** Of a video: what is seen before it plays, and where in the video that is, if it is from there. Absent: none was chosen. */
      readonly cover?: { readonly medium: DescribedMedium; readonly seconds: number | null };
      /** Of a thread: the place of the part with which it goes. Absent: the first. */
      readonly part?: number;
    }
  | { readonly kind: "address"; readonly url: string }
);

/** A file as it is put into a draft: nothing is said about it until somebody does. */
export function draftMedium(medium: DescribedMedium): DraftMedium {
  return { kind: "file", medium, alt: "" };
}

export interface DraftPoll {
  readonly question: string;
  readonly options: readonly string[];
  readonly period: Poll["period"];
  /** Null: no quiz. */
  readonly correctOptionIndex: number | null;
  readonly explanation: string;
}

export interface DraftComment {
  readonly comment: string;
  readonly delaySeconds: number;
}

export type When =
  | { readonly mode: "DRAFT" }
  /** `STAY`: where it is now. */
  | { readonly mode: "QUEUE"; readonly position: "STAY" | "BACK" | "FRONT" }
  /** On the brand's clock: `YYYY-MM-DD` and `HH:mm`, each empty until it is chosen. */
  | { readonly mode: "SCHEDULE"; readonly date: string; readonly time: string }
  | { readonly mode: "IMMEDIATE" };

/** What somebody is writing. Texts are as typed; what is empty is not sent. */
export interface Draft {
  readonly collectionId: number | null;
  readonly caption: string;
  /** What a network gets to read in place of the caption. */
  readonly captions: Readonly<Partial<Record<ChannelType, string>>>;
  readonly title: string;
  readonly alt: string;
  readonly link: string;
  readonly media: readonly DraftMedium[];
  readonly poll: DraftPoll | null;
  readonly comment: DraftComment | null;
  readonly isStory: boolean;
  readonly isThread: boolean;
  readonly platforms: PlatformOptions;
  /** Values of its own, by the channel's id and the preference's name. */
  readonly preferences: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
  /** The collection's channels to which it does not go. */
  readonly leftOut: readonly number[];
  readonly when: When;
}

/** A file with the text that its readers get. */
export function shownIn({ alt }: Pick<Draft, "alt">, item: Extract<DraftMedium, { kind: "file" }>) {
  return { medium: item.medium, alt: item.alt.trim() === "" ? alt : item.alt };
}

export const EMPTY_POLL: DraftPoll = { question: "", options: ["", ""], period: "1d", correctOptionIndex: null, explanation: "" };
export const EMPTY_COMMENT: DraftComment = { comment: "", delaySeconds: 60 };

/** A new post. `date` is `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` on the brand's clock. */
export function newDraft(given: { readonly collectionId: number | null; readonly date?: string | undefined }): Draft {
  const [date = "", time = ""] = (given.date ?? "").split(/[ T]/);
  return {
    collectionId: given.collectionId,
    caption: "",
    captions: {},
    title: "",
    alt: "",
    link: "",
    media: [],
    poll: null,
    comment: null,
    isStory: false,
    isThread: false,
    platforms: {},
    preferences: {},
    leftOut: [],
    when: date === "" ? { mode: "QUEUE", position: "BACK" } : { mode: "SCHEDULE", date, time: time.slice(0, 5) },
  };
}

export function draftOf(post: WholePost): Draft {
  const { poll, comment } = post;
  return {
    collectionId: post.collectionId,
    caption: post.caption,
    captions: Object.fromEntries(post.captions.map(({ type, caption }) => [type, caption])),
    title: post.title ?? "",
    alt: post.alt ?? "",
    link: post.link ?? "",
    media: post.media.map(({ alt, ...medium }) => withPictures({ kind: "file", medium, alt: alt ?? "" }, post.pictures)),
    poll: poll && {
      question: poll.question,
      options: poll.options,
      period: poll.period,
      correctOptionIndex: poll.correctOptionIndex ?? null,
      explanation: poll.explanation ?? "",
    },
    comment: comment && { comment: comment.comment, delaySeconds: comment.delay },
    isStory: post.postAsStory,
    isThread: post.autoThreadText,
    platforms: post.platforms ?? {},
    preferences: Object.fromEntries(post.preferences.map(({ channelId, values }) => [channelId, chosen(values)])),
    leftOut: post.leftOut,
    when: whenOf(post),
  };
}

function whenOf({ postingType, localDate }: WholePost): When {
  if (postingType === "QUEUE") return { mode: "QUEUE", position: "STAY" };
  if (postingType !== "SCHEDULE" || localDate === null) return { mode: "DRAFT" };
  return { mode: "SCHEDULE", date: localDate.slice(0, 10), time: localDate.slice(11, 16) };
}

function chosen(values: Readonly<Record<string, string | number | boolean | null>>): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, typeof value === "number" ? String(value) : value]])),
  );
}

/** What it consists of for all networks, in the words of the API; what is empty is left out. */
export function contentOf(draft: Draft) {
  const { caption, title, alt, link, media, poll, comment, isStory, isThread, platforms } = draft;
  return {
    ...(caption.trim() === "" ? {} : { caption }),
    ...(title.trim() === "" ? {} : { title }),
    ...(alt.trim() === "" ? {} : { alt }),
    ...(link.trim() === "" ? {} : { link: link.trim() }),
    ...(poll === null ? {} : { poll: pollOf(poll) }),
    ...(comment === null ? {} : { comment: { comment: comment.comment, delay: comment.delaySeconds } }),
    ...(Object.keys(platforms).length === 0 ? {} : { platforms }),
    postAsStory: isStory,
    autoThreadText: isThread,
    media: media.map((item) => ({
      ...(item.kind === "file" ? { id: item.medium.id } : { url: item.url }),
      ...(item.alt.trim() === "" ? {} : { alt: item.alt }),
    })),
  };
}

export function pollOf({ question, options, period, correctOptionIndex, explanation }: DraftPoll): Poll {
  return {
    question,
    options: options.map((option) => option.trim()).filter((option) => option !== ""),
    period,
    ...(correctOptionIndex === null ? {} : { correctOptionIndex }),
    ...(explanation.trim() === "" ? {} : { explanation }),
  };
}

/** Where it goes, as an edit of a post asks for it: nothing, if it stays. */
export function placeOf(when: When, before: When) {
  if (JSON.stringify(when) === JSON.stringify(before)) return {};
  if (when.mode === "SCHEDULE") return { publishMode: when.mode, scheduledAt: `${when.date} ${when.time}:00` };
  if (when.mode !== "QUEUE") return { publishMode: when.mode };
  if (when.position === "STAY") return before.mode === "QUEUE" ? {} : { publishMode: when.mode };
  return { publishMode: when.mode, queuePosition: when.position };
}

/** Values of its own for the channels that it goes to. */
export function preferencesFor(draft: Draft, channelIds: readonly number[]) {
  return channelIds.flatMap((channelId) => {
    const values = draft.preferences[channelId] ?? {};
    return Object.keys(values).length === 0 ? [] : [{ channelId, values }];
  });
}

/** Whether both say the same, wherever the service shows their files. */
export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(inOrder(plain(one))) === JSON.stringify(inOrder(plain(other)));
}

/** As it is stored: white space that the service drops makes no difference, nor do values that are none. */
function plain(draft: Draft) {
  const { collectionId, captions, when } = draft;
  const leftOut = [...draft.leftOut].sort((one, other) => one - other);
  const preferences = Object.entries(draft.preferences).filter(([, values]) => Object.keys(values).length > 0);
  return {
    ...contentOf(draft),
    collectionId,
    captions,
    when,
    leftOut,
    pictures: picturesOf(draft),
    preferences: Object.fromEntries(preferences),
  };
}

/** With the members of every object in one order: the service has an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

/** Whether anything has been written: a date or a collection alone is not worth keeping. */
export function isBlank(draft: Draft): boolean {
  return isSame({ ...newDraft({ collectionId: draft.collectionId }), when: draft.when, isThread: draft.isThread }, draft);
}

/** The media with another file in the place of one, wherever that is. */
export function replaced(media: readonly DraftMedium[], id: string, medium: DescribedMedium): readonly DraftMedium[] {
  return media.map((item) => (item.kind === "file" && item.medium.id === id ? { ...item, medium } : item));
}

/** The list with one item in another place; unchanged if there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length || from === to) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
