import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../../app.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { type EntryRow, listEntries } from "./list.ts";

export async function listPublishedPosts(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"listPublishedPosts">,
): Promise<OperationOutput<"listPublishedPosts">> {
  const { rows, total } = await listEntries(app.db, viewer.brand.id, input);
  return { rows: rows.map(presentEntry), total };
}

function presentEntry(row: EntryRow) {
  return {
    id: row.id,
    postId: row.postId,
    collectionId: row.collectionId,
    channel: { id: row.channelId, name: row.channelName, type: row.channelType },
    postType: row.postType,
    body: row.body,
    url: row.url,
    status: row.status,
    message: row.message,
    publishedAt: row.publishedAt,
    results: { likes: row.likes, comments: row.comments, shares: row.shares },
  };
}
