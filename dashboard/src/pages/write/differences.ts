import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import type { Draft, DraftMedium, When } from "./state.ts";
import { words } from "./words.ts";

/** Something in which two versions of a post differ, as text. */
export interface Difference {
  readonly what: string;
  readonly theirs: string;
  readonly mine: string;
}

/** The titles of collections and names of channels, by id. */
interface Names {
  readonly collections: ReadonlyMap<number, string>;
  readonly channels: ReadonlyMap<number, string>;
}

export function differencesOf(theirs: Draft, mine: Draft, { collections, channels }: Names): Difference[] {
  const { fields } = words;
  const texts: readonly (readonly [string, (draft: Draft) => string])[] = [
    [fields.collection, ({ collectionId }) => (collectionId === null ? "" : (collections.get(collectionId) ?? `${collectionId}`))],
    [fields.text, ({ caption }) => caption],
    ...CHANNEL_TYPES.map((type) => [fields.textFor({ network: type }), ({ captions }: Draft) => captions[type] ?? ""] as const),
    [fields.title, ({ title }) => title],
    [fields.alt, ({ alt }) => alt],
    [fields.link, ({ link }) => link],
    [fields.files, ({ media }) => media.map(nameOf).join(", ")],
    [fields.alts, ({ media }) => media.flatMap((item) => (item.alt.trim() === "" ? [] : `${nameOf(item)}: ${item.alt}`)).join("\n")],
    [fields.pictures, ({ media }) => media.flatMap(picturesText).join("\n")],
    [fields.poll, ({ poll }) => (poll === null ? "" : [poll.question, ...poll.options, detailsOf(poll)].join("\n"))],
    [
      fields.comment,
      ({ comment }) => (comment === null ? "" : `${comment.comment}\n${words.afterSeconds({ seconds: comment.delaySeconds })}`),
    ],
    [fields.story, ({ isStory }) => yesOrNo(isStory)],
    [fields.thread, ({ isThread }) => yesOrNo(isThread)],
    [fields.options, ({ platforms }) => (Object.keys(platforms).length === 0 ? "" : JSON.stringify(platforms))],
    [fields.preferences, ({ preferences }) => settled(preferences)],
    [fields.leftOut, ({ leftOut }) => leftOut.map((id) => channels.get(id) ?? `${id}`).join(", ")],
    [fields.when, ({ when }) => whenText(when)],
  ];
  return texts
    .map(([what, textOf]) => ({ what, theirs: textOf(theirs), mine: textOf(mine) }))
    .filter((difference) => difference.theirs !== difference.mine);
}

function yesOrNo(is: boolean): string {
  return is ? words.yes : words.no;
}

function whenText(when: When): string {
  if (when.mode === "SCHEDULE") return `${when.date} ${when.time}`;
  return when.mode === "QUEUE" ? words.modes.queue : when.mode === "DRAFT" ? words.modes.draft : words.modes.now;
}

function detailsOf({ period, correctOptionIndex, explanation, options }: NonNullable<Draft["poll"]>): string {
  const answer = correctOptionIndex === null ? "" : (options[correctOptionIndex] ?? "");
  const parts = [words.extras.periods[period], answer === "" ? "" : `${words.extras.correct}: ${answer}`, explanation];
  return parts.filter((part) => part !== "").join("\n");
}

function nameOf(item: DraftMedium): string {
  return item.kind === "file" ? item.medium.name : item.url;
}

function picturesText(item: DraftMedium): string[] {
  if (item.kind !== "file") return [];
  const own = CHANNEL_TYPES.flatMap((type) => {
    const picture = item.own?.[type];
    return picture === undefined ? [] : [words.pictures.own({ network: type, name: picture.name })];
  });
  return item.cover === undefined ? own : [...own, words.pictures.cover({ name: item.cover.medium.name })];
}

function settled(preferences: Draft["preferences"]): string {
  const own = Object.values(preferences).flatMap((values) => Object.entries(values).map(([name, value]) => `${name}: ${value}`));
  return own.sort().join(", ");
}
