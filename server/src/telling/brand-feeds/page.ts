import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "@rostrum/contract/formats.ts";
import { coverOn, givenPictures, idsBeside, picturesOn } from "@rostrum/contract/pictures.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { preferencesInEffect } from "@rostrum/contract/preferences.ts";
import { filesThatGo } from "@rostrum/contract/preflight.ts";
import type { App } from "../../app.ts";
import { channelPreferences } from "../../brands/channels/preferences.ts";
import { needsBaring } from "../../brands/media/bared.ts";
import { contentOf } from "./content.ts";
import type { Item, ItemFile } from "./item.ts";
import { jsonFeedOf, jsonItemOf } from "./json-feed.ts";
import { rssItemOf, rssOf } from "./rss.ts";
import { type FeedChannel, type FeedEntry, firstOf, type Group, groupsOf, knowsChoice, sayable, tagsIn } from "./rules.ts";
import {
  type FeedContent,
  type FeedMedium,
  listFeedChannels,
  listFeedContents,
  listFeedEntries,
  listFeedMedia,
  type OpenFeed,
} from "./store.ts";

export type FeedFormat = "xml" | "json";

/** By id. */
type Media = ReadonlyMap<string, FeedMedium>;

/** So many entries are looked through for the posts of a page: each post has one on each network. */
const ENTRIES_MAX = 2000;
/** So much is made into items before other requests have a turn. */
const LETTERS_AT_ONCE = 100_000;
const LETTERS_OF_FILE = 500;

/** What a brand's feed shows: what everybody can see on the networks anyway, and nothing else of the brand. */
export class FeedPages {
  readonly #app: App;
  readonly #feed: OpenFeed;
  readonly #address: string;

  constructor(app: App, feed: OpenFeed, address: string) {
    this.#app = app;
    this.#feed = feed;
    this.#address = address;
  }

  /** The newest posts in a format, and when something of it last changed. */
  async page(format: FeedFormat, limit: number): Promise<{ readonly text: string; readonly changedAt: Instant }> {
    const groups = await this.#groups(limit);
    const { contents, media } = await this.#contents(groups);
    const made: string[] = [];
    let letters = 0;
    for (const group of groups) {
      const content = contents.get(group.lead.id);
      if (content === undefined) continue;
      made.push((format === "xml" ? rssItemOf : jsonItemOf)(this.#item(group, content, media)));
      letters += content.body.length + content.mediaIds.length * LETTERS_OF_FILE;
      if (letters < LETTERS_AT_ONCE) continue;
      letters = 0;
      await nextTurn();
    }
    const dates = groups.flatMap(({ entries }) => entries.map(({ publishedAt }) => publishedAt));
    const newestAt = dates.length === 0 ? null : latest(dates);
    const { title, description, changedAt } = this.#feed;
    const { publicUrl: home } = this.#app.config;
    const channel = {
      title: sayable(title),
      description: sayable(description ?? "") || `What ${sayable(title)} has published.`,
      address: `${this.#address}.${format}`,
      home: `${home}/`,
    };
    const text = format === "xml" ? rssOf(channel, made, newestAt) : jsonFeedOf(channel, made);
    return { text, changedAt: latest([...dates, changedAt]) };
  }

  /** Whether a file belongs to one of the newest posts. */
  async shows(mediumId: string, limit: number): Promise<boolean> {
    const groups = await this.#groups(limit);
    const { contents, media } = await this.#contents(groups);
    return groups.some((group) => {
      const content = contents.get(group.lead.id);
      return (
        content !== undefined &&
        filesOf(group, content, media).some((file) => file.id === mediumId || coverOf(file, group, content, media)?.id === mediumId)
      );
    });
  }

  async #groups(limit: number): Promise<Group[]> {
    const { brandId } = this.#feed;
    const [channels, entries] = await Promise.all([
      listFeedChannels(this.#app.db, brandId),
      listFeedEntries(this.#app.db, { brandId, limit: ENTRIES_MAX }),
    ]);
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const open = entries.filter((entry) => this.#isOpen(entry, entry.channelId === null ? undefined : byId.get(entry.channelId)));
    return groupsOf(open, limit);
  }

  /** Whether everybody could see it from the first: by what is known of how it went out. */
  #isOpen(entry: FeedEntry, channel: FeedChannel | undefined): boolean {
    const connector = entry.channelType === null ? undefined : this.#app.connectors[entry.channelType];
    if (connector === undefined) return false;
    if (connector.isOpen === undefined) return true;
    const own = entry.own ?? {};
    const isKnown = channel !== undefined && knowsChoice(channel, entry);
    const preferences = isKnown ? preferencesInEffect(channelPreferences(this.#app, channel), own).values : own;
    return connector.isOpen({ url: entry.url, note: entry.note, preferences, settings: channel?.settings ?? null });
  }

  async #contents(groups: readonly Group[]) {
    const { brandId } = this.#feed;
    const contents = await listFeedContents(this.#app.db, { brandId, ids: groups.map(({ lead }) => lead.id) });
    const ids = [...new Set(contents.flatMap(({ mediaIds, pictures }) => [...mediaIds, ...idsBeside(givenPictures(pictures))]))];
    const media = await listFeedMedia(this.#app.db, { brandId, ids });
    return {
      contents: new Map(contents.map((content) => [content.id, content])),
      media: new Map(media.map((medium) => [medium.id, medium])),
    };
  }

  #addressOf(medium: FeedMedium): string {
    return `${this.#address}/media/${medium.id}/${nameOf(medium)}`;
  }

  #item(group: Group, content: FeedContent, media: Media): Item {
    const text = sayable(content.body);
    const files = filesOf(group, content, media).map((medium): ItemFile => {
      const own = content.mediaAlts[mediaIdsOf(group, content).indexOf(medium.id)] ?? content.alt;
      const cover = coverOf(medium, group, content, media);
      // What is shown in another form may not have been made yet.
      const sizeBytes = needsBaring(medium) ? null : medium.sizeBytes;
      return {
        ...medium,
        sizeBytes,
        url: this.#addressOf(medium),
        cover: cover === undefined ? null : this.#addressOf(cover),
        alt: own === null ? null : sayable(own),
      };
    });
    const networks = group.entries.map(({ channelType, url }) => ({ name: channelType ?? "", url: sayable(url) }));
    const link = content.link !== null && /^https?:\/\//i.test(content.link) ? sayable(content.link) : null;
    return {
      id: idOf(this.#feed.seed, group.publicationId),
      publishedAt: firstOf(group),
      url: sayable(group.lead.url),
      link,
      text,
      html: contentOf({ text, files, networks }),
      tags: tagsIn(text),
      files,
      networks,
    };
  }
}

/** The files that the network of the item's words took, as far as they are still there. */
function filesOf(group: Group, content: FeedContent, media: Media): FeedMedium[] {
  const { channelType } = group.lead;
  const all = mediaIdsOf(group, content).flatMap((id) => media.get(id) ?? []);
  return channelType === null ? [] : filesThatGo(all, platforms[channelType].media);
}

/** With the pictures that the post has for that network. */
function mediaIdsOf({ lead: { channelType } }: Group, { mediaIds, pictures }: FeedContent): readonly string[] {
  return channelType === null ? mediaIds : picturesOn(mediaIds, pictures, channelType);
}

function coverOf({ id }: FeedMedium, { lead: { channelType } }: Group, { pictures }: FeedContent, media: Media): FeedMedium | undefined {
  const cover = channelType === null ? null : coverOn(id, pictures, channelType);
  return cover === null ? undefined : media.get(cover);
}

/** For people and for software that goes by endings: the service looks at the id alone. */
function nameOf({ mime }: FeedMedium): string {
  const ending = mime === "video/quicktime" ? "mov" : mime === "image/jpeg" ? "jpg" : (/^\w+\/([\w-]+)/.exec(mime)?.[1] ?? "bin");
  return `${mime.startsWith("image/") ? "picture" : mime.startsWith("video/") ? "video" : "file"}.${ending}`;
}

/** The same for as long as there is the feed, in all its formats and at all its addresses; what it is made from cannot be told from it. */
function idOf(seed: string, publicationId: number): string {
  const digits = createHash("sha256").update(`${seed} ${publicationId}`).digest("hex");
  // A UUID of version 8, for values made in ways of one's own: RFC 9562, 5.8.
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`, digits.slice(20, 32)];
  return `urn:uuid:${parts.join("-")}`;
}

function latest(moments: readonly Instant[]): Instant {
  return moments.reduce((last, moment) => (moment > last ? moment : last));
}
