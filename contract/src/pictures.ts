import { z } from "zod";
import { CHANNEL_TYPES, ChannelType } from "./channels.ts";
import { MEDIA_ID_LENGTH_MAX, MEDIA_PER_POST_MAX, THREAD_SEGMENTS_MAX } from "./limits.ts";
import type { Frame } from "./looks.ts";
import { platforms } from "./platforms.ts";
import { text } from "./text.ts";

const MediumId = text({ min: 1, max: MEDIA_ID_LENGTH_MAX });

/** What one network's readers get to see in place of one of the post's pictures. */
const NetworkPicture = z.object({
  type: ChannelType,
  mediaId: MediumId.meta({ description: "The post's picture." }),
  ownId: MediumId.meta({ description: "The picture that goes there in its place, such as another part of it." }),
});

/** What readers see of a video before they play it. */
const VideoCover = z.object({
  mediaId: MediumId.meta({ description: "The post's video." }),
  ownId: MediumId.meta({ description: "The picture." }),
  seconds: z
    .number()
    .min(0)
    .nullable()
    .default(null)
    .meta({ description: "Where in the video it is, for networks that choose one there; null for a picture that is not one of it." }),
});

/** With which part of a thread a file goes. */
const ThreadPlace = z.object({
  mediaId: MediumId.meta({ description: "The post's file." }),
  part: z
    .int()
    .min(0)
    .max(THREAD_SEGMENTS_MAX - 1)
    .meta({ description: "The part's place, from 0; a later one than there is means the last." }),
});

/** The pictures of a post beside its files, and where its files stand in a thread. */
export const GivenPictures = z.object({
  own: z
    .array(NetworkPicture)
    .max(CHANNEL_TYPES.length * MEDIA_PER_POST_MAX)
    .default([])
    .refine((own) => isDistinct(own.map(({ type, mediaId }) => `${type} ${mediaId}`)), {
      params: { sentence: "must name each picture only once for each network" },
    })
    .meta({ description: "For some networks, other pictures in place of the post's." }),
  covers: z
    .array(VideoCover)
    .max(MEDIA_PER_POST_MAX)
    .default([])
    .refine((covers) => isDistinct(covers.map(({ mediaId }) => mediaId)), { params: { sentence: "must name each video only once" } })
    .meta({ description: "The covers of its videos, for networks that take one." }),
  places: z
    .array(ThreadPlace)
    .max(MEDIA_PER_POST_MAX)
    .default([])
    .refine((places) => isDistinct(places.map(({ mediaId }) => mediaId)), { params: { sentence: "must name each file only once" } })
    .meta({ description: "Of a thread: the files that go with another part than the first, on networks with threads." }),
});
export type GivenPictures = z.output<typeof GivenPictures>;

export const NO_PICTURES: GivenPictures = { own: [], covers: [], places: [] };

/** As a post keeps them. */
export const StoredPictures = z.strictObject({
  /** By the type of the channels that get them, and the id of the picture in whose place they go. */
  own: z.partialRecord(ChannelType, z.record(MediumId, MediumId)),
  /** By the id of the video. */
  covers: z.record(MediumId, z.strictObject({ id: MediumId, seconds: z.number().nullable() })),
  /** By the id of the file: the place of its part in a thread. Absent in those stored before. */
  places: z.record(MediumId, z.int()).optional(),
});
export type StoredPictures = z.output<typeof StoredPictures>;

/** Those whose file is one of the post's. Null if there are none. */
export function storedPictures({ own, covers, places }: GivenPictures, mediaIds: readonly string[]): StoredPictures | null {
  const isIts = ({ mediaId }: { readonly mediaId: string }) => mediaIds.includes(mediaId);
  const [pictures, frames] = [own.filter(isIts), covers.filter(isIts)];
  const placed = places.filter((place) => place.part > 0 && isIts(place));
  if (pictures.length + frames.length + placed.length === 0) return null;
  const byType = [...Map.groupBy(pictures, ({ type }) => type)];
  return {
    own: Object.fromEntries(byType.map(([type, ones]) => [type, Object.fromEntries(ones.map(({ mediaId, ownId }) => [mediaId, ownId]))])),
    covers: Object.fromEntries(frames.map(({ mediaId, ownId: id, seconds }) => [mediaId, { id, seconds }])),
    ...(placed.length === 0 ? {} : { places: Object.fromEntries(placed.map(({ mediaId, part }) => [mediaId, part])) }),
  };
}

/** As they are given, in the order of the networks. */
export function givenPictures(stored: StoredPictures | null): GivenPictures {
  return {
    own: CHANNEL_TYPES.flatMap((type) => Object.entries(stored?.own[type] ?? {}).map(([mediaId, ownId]) => ({ type, mediaId, ownId }))),
    covers: Object.entries(stored?.covers ?? {}).map(([mediaId, { id: ownId, seconds }]) => ({ mediaId, ownId, seconds })),
    places: Object.entries(stored?.places ?? {}).map(([mediaId, part]) => ({ mediaId, part })),
  };
}

/** The files of a post as they go to channels of a type: with its own pictures for them, if it has any. */
export function picturesOn(mediaIds: readonly string[], stored: StoredPictures | null | undefined, type: ChannelType): readonly string[] {
  const own = stored?.own[type];
  return own === undefined ? mediaIds : mediaIds.map((id) => own[id] ?? id);
}

/** With which part of a thread each file goes, in the order of the files: 0 for the first. */
export function partsOf(mediaIds: readonly string[], stored: StoredPictures | null | undefined): readonly number[] {
  return mediaIds.map((id) => stored?.places?.[id] ?? 0);
}

/** What readers on channels of a type see of a video before they play it: the id of a picture; null if the network chooses one. */
export function coverOn(mediaId: string, stored: StoredPictures | null | undefined, type: ChannelType): string | null {
  const cover = stored?.covers[mediaId];
  return cover !== undefined && takesCover(type, cover) ? cover.id : null;
}

/** Whether a network shows the cover: some take nothing but a moment of the video. */
export function takesCover(type: ChannelType, { seconds }: { readonly seconds: number | null }): boolean {
  const { videoCover } = platforms[type].media;
  return videoCover === "picture" || (videoCover === "moment" && seconds !== null);
}

/** Whether the cover is seen on a post of this look: a story plays at once, and some networks choose the cover of a reel themselves. */
export function showsCover(type: ChannelType, frame: Frame): boolean {
  return frame !== "story" && (frame !== "reel" || platforms[type].media.reelCover);
}

/** The files of the brand that are pictures of a post beside its own files. */
export function idsBeside({ own, covers }: Pick<GivenPictures, "own" | "covers">): string[] {
  return [...new Set([...own, ...covers].map(({ ownId }) => ownId))];
}

/** Without those of which a file is gone. */
export function picturesAmong({ own, covers, places }: GivenPictures, ids: ReadonlySet<string>): GivenPictures {
  return { own: own.filter(({ ownId }) => ids.has(ownId)), covers: covers.filter(({ ownId }) => ids.has(ownId)), places };
}

function isDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
