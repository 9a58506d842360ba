import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../database/query.ts";
import { doerOf } from "../deletions/rules.ts";
import { findMedia } from "../media/store.ts";
import type { BrandViewer } from "../viewer.ts";
import { createPost } from "./create.ts";
import { discard } from "./discard.ts";
import { givenCaptions, unknownPost } from "./whole.ts";
import { copyPreferences, findPostGround, findWholePost, storeLeftOut, type WholePostRow } from "./writing-store.ts";

/** Makes a draft with the content of a post. Files that have been deleted since are left out. */
export async function duplicatePost(app: App, { postId }: PrivateInput<"duplicatePost">): Promise<PrivateOutput<"duplicatePost">> {
  const { brand } = (await findPostGround(app.db, postId)) ?? unknownPost(postId);
  const post = (await findWholePost(app.db, { brandId: brand.id, postId })) ?? unknownPost(postId);
  const found = new Set((await findMedia(app.db, { brandId: brand.id, ids: post.mediaIds })).map(({ id }) => id));
  const media = post.mediaIds.map((id, index) => ({ id, alt: post.mediaAlts[index] ?? undefined })).filter(({ id }) => found.has(id));
  const body = { publishMode: "DRAFT" as const, ...contentOf(post), media };
  const captions = givenCaptions(post);
  const also = async (tx: Queryable, to: number) => {
    await copyPreferences(tx, { from: postId, to });
    await storeLeftOut(tx, { postId: to, channelIds: post.leftOut });
  };
  const made = await createPost(app, { brand }, { brandId: brand.id, collectionId: post.collectionId, body, captions, also });
  return { id: made.id, message: "Copied as a draft." };
}

/** Deletes a post: people decide about their own posts here, so it takes no permission for sensitive actions. */
export async function discardPost(
  app: App,
  { postId }: PrivateInput<"discardPost">,
  { viewer }: { readonly viewer: BrandViewer | null },
): Promise<PrivateOutput<"discardPost">> {
  const { brand } = (await findPostGround(app.db, postId)) ?? unknownPost(postId);
  await discard(app, { brandId: brand.id, postId, doer: doerOf(viewer) });
  return { id: postId, message: "Post deleted." };
}

function contentOf({ body, title, alt, link, poll, comment, platforms, asStory, autoThread }: WholePostRow) {
  return {
    postAsStory: asStory,
    autoThreadText: autoThread,
    ...(body === "" ? {} : { caption: body }),
    ...(title === null ? {} : { title }),
    ...(alt === null ? {} : { alt }),
    ...(link === null ? {} : { link }),
    ...(poll === null ? {} : { poll }),
    ...(comment === null ? {} : { comment }),
    ...(platforms === null ? {} : { platforms }),
  };
}
