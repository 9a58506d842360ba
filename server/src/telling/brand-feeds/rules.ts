import type { ChannelType } from "@rostrum/contract/channels.ts";
import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { AccountPreferences, PreferenceValues } from "@rostrum/contract/preferences.ts";
import type { Json } from "../../networks/connectors/json.ts";

export interface FeedChannel {
  readonly id: number;
  readonly type: ChannelType;
  readonly isRemoved: boolean;
  readonly settings: Json;
  readonly preferences: PreferenceValues;
  readonly accountPreferences: AccountPreferences;
  /** Since when these preferences are set; null: since it was connected. */
  readonly preferencesChangedAt: Instant | null;
}

export interface FeedEntry {
  readonly id: number;
  readonly publicationId: number;
  readonly channelId: number | null;
  readonly channelType: ChannelType | null;
  readonly url: string;
  /** What the entry says beside that it is published. */
  readonly note: string | null;
  readonly publishedAt: Instant;
  readonly triedAt: Instant;
  /** The post's own preferences on the channel. */
  readonly own: PreferenceValues | null;
}

/** An attempt may have read its channel so long before it began. */
const MARGIN_MILLISECONDS = 60_000;

/** A post as its entries on networks tell it. */
export interface Group {
  readonly publicationId: number;
  /** Whose words and files are the item's: the first on the first of its channels. */
  readonly lead: FeedEntry;
  readonly entries: readonly FeedEntry[];
}

/** The entries that everybody can see as posts, newest first: those of one leaving together, by when the first of them was published. */
export function groupsOf(entries: readonly FeedEntry[], limit: number): Group[] {
  const groups = [...Map.groupBy(entries, ({ publicationId }) => publicationId)].map(([publicationId, own]) => {
    const sorted = own.toSorted((one, other) => one.id - other.id);
    return { publicationId, entries: sorted, lead: sorted[0] as FeedEntry };
  });
  const newestFirst = groups.map((group) => ({ group, at: firstOf(group) }));
  newestFirst.sort((one, other) =>
    one.at === other.at ? other.group.publicationId - one.group.publicationId : one.at < other.at ? 1 : -1,
  );
  return newestFirst.slice(0, limit).map(({ group }) => group);
}

/** When the first of its entries was published. */
export function firstOf({ entries, lead }: Pick<Group, "entries" | "lead">): FeedEntry["publishedAt"] {
  return entries.reduce((first, { publishedAt }) => (publishedAt < first ? publishedAt : first), lead.publishedAt);
}

/**
 * Whether what is chosen for the channel now is what the entry went out with. Else only the post's own preferences are known: what
 * applied to it is not.
 */
export function knowsChoice(channel: FeedChannel, { triedAt }: Pick<FeedEntry, "triedAt">): boolean {
  if (channel.isRemoved) return false;
  const { preferencesChangedAt } = channel;
  return preferencesChangedAt === null || toEpochMilliseconds(triedAt) > toEpochMilliseconds(preferencesChangedAt) + MARGIN_MILLISECONDS;
}

/** What a text's `#words` say, once each. */
export function tagsIn(text: string): string[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}_&/#])#([\p{L}\p{N}_]{1,100})/gu)].map(([, tag = ""]) => tag);
  const words = found.filter((tag) => /\p{L}/u.test(tag));
  return [...new Map(words.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, TAGS_MAX);
}

const TAGS_MAX = 30;

/** Without what XML cannot say: control characters, halves of a character, and two that are none. */
export function sayable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

/** Of a text, its paragraphs, and of these, their lines. */
export function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((lines) => lines.length > 0);
}

/** Of a line, the web addresses and what is between them. */
export function piecesOf(line: string): { readonly text: string; readonly isAddress: boolean }[] {
  return line
    .split(/(https?:\/\/[^\s<>"']{1,2000})/)
    .flatMap((text, index) => {
      if (index % 2 === 0) return [{ text, isAddress: false }];
      // A sentence may end with an address.
      const address = text.replace(/[.,;:!?)\]]{1,5}$/, "");
      return [
        { text: address, isAddress: URL.canParse(address) },
        { text: text.slice(address.length), isAddress: false },
      ];
    })
    .filter(({ text }) => text !== "");
}
