import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import type { GivenPictures } from "@rostrum/contract/pictures.ts";
import type { DescribedMedium, WholePost } from "@rostrum/contract/private/writing.ts";
import type { Draft, DraftMedium } from "./state.ts";

export type FileOfDraft = Extract<DraftMedium, { kind: "file" }>;

/** The pictures of a draft beside its files, as the service is asked to store them. */
export function picturesOf({ media }: Pick<Draft, "media">): GivenPictures {
  // A file may be there twice, with the same pictures.
  const files = [...new Map(media.flatMap((item) => (item.kind === "file" ? [[item.medium.id, item] as const] : []))).values()];
  return {
    own: CHANNEL_TYPES.flatMap((type) =>
      files.flatMap(({ medium, own }) => {
        const picture = own?.[type];
        return picture === undefined ? [] : [{ type, mediaId: medium.id, ownId: picture.id }];
      }),
    ),
    covers: files.flatMap(({ medium, cover }) =>
      cover === undefined ? [] : [{ mediaId: medium.id, ownId: cover.medium.id, seconds: cover.seconds }],
    ),
    places: files.flatMap(({ medium, part = 0 }) => (part === 0 ? [] : [{ mediaId: medium.id, part }])),
  };
}

/** A file of a stored post with its pictures. */
export function withPictures(item: FileOfDraft, { own, covers, places, media }: WholePost["pictures"]): FileOfDraft {
  const found = new Map(media.map((medium) => [medium.id, medium]));
  const pictures = own.flatMap(({ type, mediaId, ownId }) => {
    const medium = found.get(ownId);
    return mediaId !== item.medium.id || medium === undefined ? [] : [[type, medium] as const];
  });
  const given = covers.find(({ mediaId }) => mediaId === item.medium.id);
  const cover = given === undefined ? undefined : found.get(given.ownId);
  const place = places.find(({ mediaId }) => mediaId === item.medium.id);
  return {
    ...item,
    ...(place === undefined ? {} : { part: place.part }),
    ...(pictures.length === 0 ? {} : { own: Object.fromEntries(pictures) }),
    ...(given === undefined || cover === undefined ? {} : { cover: { medium: cover, seconds: given.seconds } }),
  };
}

/** All files that an item of a draft consists of. */
export function filesOf(item: FileOfDraft): DescribedMedium[] {
  return [item.medium, ...Object.values(item.own ?? {}), ...(item.cover === undefined ? [] : [item.cover.medium])];
}

/** The same with the files as they are now; those that are gone are left out, null if the item's own is. */
export function withFilesOfNow(item: FileOfDraft, now: (medium: DescribedMedium) => DescribedMedium | null): FileOfDraft | null {
  const medium = now(item.medium);
  if (medium === null) return null;
  const own = Object.entries(item.own ?? {}).flatMap(([type, picture]) => {
    const found = now(picture);
    return found === null ? [] : [[type, found] as const];
  });
  const cover = item.cover === undefined ? null : now(item.cover.medium);
  return {
    kind: "file",
    alt: item.alt,
    medium,
    ...(item.part === undefined ? {} : { part: item.part }),
    ...(own.length === 0 ? {} : { own: Object.fromEntries(own) }),
    ...(item.cover === undefined || cover === null ? {} : { cover: { ...item.cover, medium: cover } }),
  };
}

/** What readers of a network see in the place of a file. */
export function pictureOn({ medium, own }: FileOfDraft, type: ChannelType): DescribedMedium {
  return own?.[type] ?? medium;
}

/** The media with another part of one file for these networks alone. */
export function withOwn(
  media: readonly DraftMedium[],
  { id, types, medium }: { readonly id: string; readonly types: readonly ChannelType[]; readonly medium: DescribedMedium },
): readonly DraftMedium[] {
  return changed(media, id, (item) => ({ ...item, own: { ...item.own, ...Object.fromEntries(types.map((type) => [type, medium])) } }));
}

export function withoutOwn(media: readonly DraftMedium[], id: string, type: ChannelType): readonly DraftMedium[] {
  return changed(media, id, ({ own, ...item }) => {
    const { [type]: _, ...others } = own ?? {};
    return Object.keys(others).length === 0 ? item : { ...item, own: others };
  });
}

export function withCover(media: readonly DraftMedium[], id: string, cover: NonNullable<FileOfDraft["cover"]>): readonly DraftMedium[] {
  return changed(media, id, (item) => ({ ...item, cover }));
}

/** The media with one file on another part of the thread. */
export function withPart(media: readonly DraftMedium[], id: string, part: number): readonly DraftMedium[] {
  return changed(media, id, (item) => ({ ...item, part }));
}

/** The media with their files on the parts to which their cards have gone. */
export function withParts(media: readonly DraftMedium[], to: (part: number) => number): readonly DraftMedium[] {
  return media.map((item) => (item.kind === "file" && item.part !== undefined ? { ...item, part: to(item.part) } : item));
}

export function withoutCover(media: readonly DraftMedium[], id: string): readonly DraftMedium[] {
  return changed(media, id, ({ cover: _, ...item }) => item);
}

function changed(media: readonly DraftMedium[], id: string, change: (item: FileOfDraft) => FileOfDraft): readonly DraftMedium[] {
  return media.map((item) => (item.kind === "file" && item.medium.id === id ? change(item) : item));
}
