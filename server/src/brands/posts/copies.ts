import { givenPictures, idsBeside, picturesAmong, storedPictures } from "@rostrum/contract/pictures.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { doerOf, rememberedSince } from "../deletions/rules.ts";
import { findMedia, holdMedia } from "../media/store.ts";
import { storePost } from "./create.ts";
import { discard } from "./discard.ts";
import { findUsableCollection } from "./restore-store.ts";
import { givenCaptions, givenContent, unknownPost } from "./whole.ts";
import {
  findBinnedPost,
  findPostGround,
  findWholePost,
  storeCopiedPreferences,
  storeLeftOut,
  storeOnlyChannel,
  storePictures,
} from "./writing-store.ts";

/** Makes a draft with the content of a post, also of one in the bin. Files that have been deleted since are left out. */
export async function duplicatePost(app: App, { postId, body }: PrivateInput<"duplicatePost">): Promise<PrivateOutput<"duplicatePost">> {
  const { brand, post } = (await findAnyPost(app, postId)) ?? unknownPost(postId);
  const found = new Set((await findMedia(app.db, { brandId: brand.id, ids: post.mediaIds })).map(({ id }) => id));
  const media = post.mediaIds.map((id, index) => ({ id, alt: post.mediaAlts[index] ?? undefined })).filter(({ id }) => found.has(id));
  const content = { publishMode: "DRAFT" as const, ...givenContent(post), media };
  const captions = givenCaptions(post);
  // A deleted post may be of a collection that is gone.
  const collectionId = (await findUsableCollection(app.db, { brandId: brand.id, collectionId: post.collectionId })) ?? noCollection();
  const also = async (tx: Queryable, to: number) => {
    const pictures = givenPictures(post.pictures);
    const held = await holdMedia(tx, { brandId: brand.id, ids: idsBeside(pictures) });
    const copied = storedPictures(
      picturesAmong(pictures, held),
      media.map(({ id }) => id),
    );
    await storePictures(tx, { postId: to, pictures: copied });
    await storeCopiedPreferences(tx, { postId: to, preferences: post.preferences });
    if (body.channelId === undefined) await storeLeftOut(tx, { postId: to, channelIds: post.leftOut });
    else if (!(await storeOnlyChannel(tx, { postId: to, channelId: body.channelId }))) refuse(409, "channel", NOT_ITS_CHANNEL);
  };
  const made = await storePost(app, { brand }, { brandId: brand.id, collectionId, body: content, captions, also });
  return { id: made.id, message: "Copied as a draft." };
}

const NOT_ITS_CHANNEL = "The channel is no longer one of the collection. Add it there, then send the post again.";

/** A post that is there, or in the bin. */
async function findAnyPost(app: App, postId: number) {
  const ground = await findPostGround(app.db, postId);
  if (ground === null) return findBinnedPost(app.db, { postId, since: rememberedSince(app.clock.now()) });
  const post = await findWholePost(app.db, { brandId: ground.brand.id, postId });
  return post === null ? null : { brand: ground.brand, post };
}

function noCollection(): never {
  return refuse(409, "collection", "The brand has no collection. Create one, then use the post again.");
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
