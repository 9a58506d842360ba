import { ownWordsOf, wordsOn } from "@rostrum/contract/captions.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { givenPictures, idsBeside, partsOf, picturesAmong, picturesOn, storedPictures } from "@rostrum/contract/pictures.ts";
import { changedPreferences, type GivenPreferences, type PreferenceValues, perPostOf } from "@rostrum/contract/preferences.ts";
import { textsOn } from "@rostrum/contract/preflight-text.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { PrivateInput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { preferencesText, settingsInEffect } from "../channels/preferences.ts";
import { refuseGonePost } from "../deletions/gone.ts";
import { conversionsOf } from "../media/conversions.ts";
import { findMedia } from "../media/store.ts";
import { findStoredById } from "../media/stored.ts";
import { givenCaptions, givenContent, unknownPost } from "../posts/whole.ts";
import { findPostGround, findWholePost } from "../posts/writing-store.ts";
import { type Announced, announcementOf } from "./announcement.ts";
import { collectionsOf } from "./foresee.ts";
import { entryStatus } from "./present.ts";
import { type ForecastChannel, type ForecastCollection, type ForecastObstacle, fateOf, obstacleOn } from "./rules.ts";
import { shownOn } from "./shown.ts";
import { type BrandSnapshot, findBrandOfCollection, readChannelsOf } from "./store.ts";

/** Previews a post on each channel of the collection, as if it were created and published now. Writes nothing. */
export async function previewPost(app: App, { collectionId, body }: PrivateInput<"previewPost">): Promise<PreviewedChannel[]> {
  const brandId = await findBrandOfCollection(app.db, collectionId);
  if (brandId === null) return unknownCollection(collectionId);
  const given = new Map(body.preferences.map(({ channelId, values }) => [channelId, values]));
  return await previewed(app, { brandId, collectionId, body, ownOn: (channel) => ownValues(channel, given.get(channel.id) ?? {}) });
}

/** Previews a stored post on each channel of its collection, also on those that it leaves out. Files that are gone are left out. */
export async function previewStoredPost(app: App, { postId }: PrivateInput<"previewStoredPost">): Promise<PreviewedChannel[]> {
  const { brand } = (await findPostGround(app.db, postId)) ?? (await refuseGonePost(app, postId));
  const row = (await findWholePost(app.db, { brandId: brand.id, postId })) ?? unknownPost(postId);
  const pictures = givenPictures(row.pictures);
  const ids = [...row.mediaIds, ...idsBeside(pictures)];
  const found = new Set((await findMedia(app.db, { brandId: brand.id, ids })).map(({ id }) => id));
  const body = {
    ...givenContent(row),
    captions: givenCaptions(row),
    mediaIds: row.mediaIds.filter((id) => found.has(id)),
    pictures: picturesAmong(pictures, found),
    preferences: [],
  };
  const own = new Map(row.preferences.map(({ channelId, values }) => [channelId, values]));
  return await previewed(app, { brandId: brand.id, collectionId: row.collectionId, body, ownOn: ({ id }) => own.get(id) ?? {} });
}

/** Says what becomes of a post that was just stored, to whoever has stored it. */
export async function announce(
  app: App,
  { brandId, collectionId, body, mode, at }: Omit<Previewing, "ownOn"> & Pick<Announced, "mode" | "at">,
): Promise<string> {
  const ground = mode === "DRAFT" ? null : await groundOf(app, { brandId, collectionId });
  if (ground === null) return announcementOf({ mode, at, timezone: "UTC", isPaused: false, channels: [] });
  const { collection, snapshot } = ground;
  const known = await findStoredById(app.db, { brandId, ids: [...new Set(body.mediaIds)] });
  const found = previewedOn(app, ground, { body, known, at, ownOn: () => ({}) });
  const channels = found.map((channel, index) => ({ ...channel, active: collection.channels[index]?.active === true }));
  return announcementOf({ mode, at, timezone: snapshot.timezone, isPaused: collection.paused !== null, channels });
}

interface Previewing {
  readonly brandId: number;
  readonly collectionId: number;
  readonly body: PrivateInput<"previewPost">["body"];
  /** The post's own values of a channel's preferences. */
  readonly ownOn: (channel: ForecastChannel) => PreferenceValues;
}

async function previewed(app: App, asked: Previewing): Promise<PreviewedChannel[]> {
  const ground = (await groundOf(app, asked)) ?? unknownCollection(asked.collectionId);
  const { brandId, body, ownOn } = asked;
  const ids = [...new Set([...body.mediaIds, ...idsBeside(body.pictures)])];
  const known = await findStoredById(app.db, { brandId, ids });
  if (known.size < ids.length) refuse(404, "media", "A media id does not belong to the brand.");
  return previewedOn(app, ground, { body, known, ownOn, at: null });
}

interface PreviewGround {
  readonly snapshot: BrandSnapshot;
  readonly collection: ForecastCollection;
}

async function groundOf(app: App, find: { readonly brandId: number; readonly collectionId: number }): Promise<PreviewGround | null> {
  const snapshot = await readChannelsOf(app.db, find);
  const [collection] = snapshot === null ? [] : collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  return snapshot === null || collection === undefined ? null : { snapshot, collection };
}

/** `at`: when it leaves; null: now. */
function previewedOn(
  app: App,
  { snapshot, collection }: PreviewGround,
  {
    body,
    ownOn,
    known,
    at,
  }: Pick<Previewing, "body" | "ownOn"> & {
    readonly known: Awaited<ReturnType<typeof findStoredById>>;
    readonly at: Instant | null;
  },
): PreviewedChannel[] {
  const pictures = storedPictures(body.pictures, body.mediaIds);
  const parts = partsOf(body.mediaIds, pictures);
  const { caption = "", poll = null, postAsStory: asStory, autoThreadText: thread } = body;
  const captions = ownWordsOf(body.captions);
  const leavesAt = at ?? app.clock.now();
  return collection.channels.map((channel): PreviewedChannel => {
    const own = ownOn(channel);
    const media = picturesOn(body.mediaIds, pictures, channel.type).flatMap((id, index) => {
      const medium = known.get(id);
      return medium === undefined ? [] : [{ ...medium, part: parts[index] ?? 0 }];
    });
    const outline = wordsOn({ text: caption, poll, asStory, thread, media }, captions, channel.type);
    const certain = obstacleOn(channel, { outline, preferences: { [channel.id]: own } }, collection.conversions);
    const stored = snapshot.channels.find(({ id }) => id === channel.id);
    const { shown, refused } = shownOn(app, {
      channel,
      settings: stored === undefined ? null : settingsInEffect(app, stored),
      body,
      text: outline.text,
      media,
      conversions: collection.conversions,
    });
    const { obstacle, delay } = fateOf(channel, certain, { at: leavesAt, dueAt: leavesAt });
    const { id: channelId, name, type: channelType } = channel;
    return {
      channelId,
      channel: name,
      channelType,
      ...(obstacle === null && refused !== null ? refused : outcomeOf(obstacle, delay)),
      preferences: channel.preferences === undefined ? null : preferencesText(channel.preferences, own),
      texts: textsOn(outline, channel),
      shown,
    };
  });
}

function unknownCollection(collectionId: number): never {
  return refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
}

function outcomeOf(
  obstacle: ForecastObstacle | null,
  delay: ForecastObstacle | null,
): Pick<PreviewedChannel, "outcome" | "reason" | "message"> {
  const { reason, message } = obstacle ?? delay ?? { reason: null, message: null };
  return { outcome: obstacle === null ? "PUBLISHED" : entryStatus(obstacle.reason), reason, message };
}

/** A post's own values on a channel, as if they were stored; also those that the account does not offer any more, which show what they do. */
function ownValues({ preferences }: ForecastChannel, given: GivenPreferences): PreferenceValues {
  const changed = changedPreferences({ offered: perPostOf(preferences?.offered ?? []), chosen: {} }, given);
  if ("values" in changed) return changed.values;
  const isWrong = preferences?.offered.some(({ name, perPost }) => name in given && !perPost) === true;
  if (isWrong) refuse(422, "preferences", changed.problem);
  const values = Object.entries(given).flatMap(([name, value]) => {
    return value === null ? [] : [[name, typeof value === "boolean" ? value : String(value)] as const];
  });
  return Object.fromEntries(values);
}
