import type { Instant } from "@rostrum/contract/formats.ts";
import { insertPost, type PostTiming } from "../../brands/posts/store.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { altOf, type DemoText, type PictureName } from "./content.ts";

export interface DemoCollection {
  readonly brandId: number;
  readonly collectionId: number;
  readonly timezone: string;
  readonly now: Instant;
  readonly mediaIds: ReadonlyMap<PictureName, string>;
}

export async function addPost(
  db: Queryable,
  { brandId, collectionId, now, mediaIds }: DemoCollection,
  { text: body, picture }: DemoText,
  timing: PostTiming,
): Promise<void> {
  const mediaId = picture === undefined ? undefined : mediaIds.get(picture);
  const pictured =
    picture === undefined || mediaId === undefined
      ? ({ postType: "TEXT", mediaIds: [], mediaAlts: [] } as const)
      : ({ postType: "IMAGE", mediaIds: [mediaId], mediaAlts: [altOf(picture)] } as const);
  const plain = {
    title: null,
    alt: null,
    link: null,
    poll: null,
    comment: null,
    platforms: null,
    regularType: null,
    captions: null,
  } as const;
  await insertPost(
    db,
    { ...plain, ...pictured, ...timing, body, brandId, collectionId, asStory: false, autoThread: false, now },
    Number.MAX_SAFE_INTEGER,
  );
}
