import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { lockQueueIfThere } from "../queue/store.ts";
import { movePost } from "./move.ts";
import { holdScheduleLimits } from "./plan.ts";
import { finalState } from "./rules.ts";
import { lockPost } from "./store.ts";
import { unknownPost, wholePost } from "./whole.ts";
import { findPostGround } from "./writing-store.ts";

/** Lets a post leave at once, from wherever it waits. */
export async function publishPost(app: App, { postId, body }: PrivateInput<"publishPost">): Promise<PrivateOutput<"publishPost">> {
  const { brand, collectionId } = (await findPostGround(app.db, postId)) ?? unknownPost(postId);
  await transaction(app.db, async (tx) => {
    const queue = (await lockQueueIfThere(tx, collectionId)) ?? unknownPost(postId);
    const post = (await lockPost(tx, { brandId: brand.id, postId })) ?? unknownPost(postId);
    const final = finalState({ ...post, leaving: post.leavingAt !== null });
    if (final !== null) throw new Refused(final);
    if (post.collectionId !== collectionId || (body.version !== undefined && body.version !== post.updatedAt)) {
      refuse(409, "version", "Somebody else has changed this post in the meantime. Look at it before you publish it.");
    }
    const now = app.clock.now();
    await holdScheduleLimits(tx, { app, queue, at: now, mode: "NOW", exceptId: postId });
    await movePost(tx, { queue, post, move: { to: "now" }, now });
  });
  app.wake();
  return wholePost(app, { postId, brand });
}
