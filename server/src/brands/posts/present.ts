import { printUtc } from "@rostrum/contract/formats.ts";
import type { MediaRow } from "../media/store.ts";
import type { PostRow } from "./store.ts";

/** A post as the API returns it. `media` must contain at least the post's own; media deleted since are left out. */
export function presentPost(row: PostRow, media: ReadonlyMap<string, MediaRow>) {
  return {
    id: row.id,
    collectionId: row.collectionId,
    title: row.title,
    body: row.body,
    media: row.mediaIds.flatMap((id) => presentMedia(media.get(id))),
    postType: row.postType,
    postingType: row.postingType,
    status: row.status,
    postDate: row.postAt === null ? null : printUtc(row.postAt),
    ...(row.poll === null ? {} : { poll: row.poll }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function presentMedia(media: MediaRow | undefined) {
  return media === undefined ? [] : [{ id: media.id, name: media.name, type: media.type, size: media.size }];
}
