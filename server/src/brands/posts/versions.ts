import { isDeepStrictEqual } from "node:util";
import type { NetworkCaption } from "@rostrum/contract/captions.ts";
import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import { givenPictures } from "@rostrum/contract/pictures.ts";
import type { EditedPost } from "@rostrum/contract/private/writing.ts";
import type { WholePostRow } from "./writing-store.ts";

/** What of a stored post differs from what somebody wants to store who has seen another version, in words. */
export function differences(stored: WholePostRow, wanted: EditedPost): string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["text", stored.body, wanted.caption ?? ""],
    ["title", stored.title ?? "", wanted.title ?? ""],
    ["alternative text", stored.alt ?? "", wanted.alt ?? ""],
    ["link", stored.link ?? "", wanted.link ?? ""],
    ["poll", stored.poll, wanted.poll ?? null],
    ["first comment", stored.comment, wanted.comment ?? null],
    ["files", stored.mediaIds, (wanted.media ?? []).map(({ id }) => id)],
    ["alternative texts of files", textsOf(stored.mediaAlts), textsOf((wanted.media ?? []).map(({ alt }) => alt))],
    ["story", stored.asStory, wanted.postAsStory ?? false],
    ["thread", stored.autoThread, wanted.autoThreadText ?? false],
    ["network options", stored.platforms ?? {}, wanted.platforms ?? {}],
    [
      "pictures for networks and covers",
      pairsOf(givenPictures(stored.pictures)),
      pairsOf(wanted.pictures ?? givenPictures(stored.pictures)),
    ],
    ["channels", stored.leftOut, [...(wanted.leftOut ?? stored.leftOut)].sort((a, b) => a - b)],
    ["collection", stored.collectionId, wanted.collectionId ?? stored.collectionId],
  ];
  const own = wanted.captions === undefined ? [] : CHANNEL_TYPES.map((type) => captionPair(type, stored, wanted.captions ?? []));
  return [...pairs, ...own].filter(([, is, should]) => !isDeepStrictEqual(is, should)).map(([name]) => name);
}

function captionPair(type: ChannelType, stored: WholePostRow, wanted: readonly NetworkCaption[]): readonly [string, unknown, unknown] {
  return [`text for ${type}`, stored.captions?.[type]?.text ?? null, wanted.find((own) => own.type === type)?.caption ?? null];
}

function pairsOf({ own, covers, places }: ReturnType<typeof givenPictures>): string[] {
  return [
    ...own.map(({ type, mediaId, ownId }) => `${type} ${mediaId} ${ownId}`),
    ...covers.map(({ mediaId, ownId }) => `${mediaId} ${ownId}`),
    ...places.map(({ mediaId, part }) => `${mediaId} part ${part}`),
  ].sort();
}

/** Without any text, nothing: not a place for each file. */
function textsOf(alts: readonly (string | null | undefined)[]): string[] {
  const texts = alts.map((alt) => (alt?.trim() ? alt : ""));
  return texts.every((text) => text === "") ? [] : texts;
}
