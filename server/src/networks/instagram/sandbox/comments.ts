import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { requiredText } from "../../sandbox/meta/request.ts";
import { newId } from "./ids.ts";
import { insert, known } from "./model.ts";
import { findPost, isOver, type Post } from "./posts.ts";
import { requireRight, type Visit } from "./visit.ts";

/** `POST /{media}/comments`: the account comments on its own post. */
export async function commentOn(visit: Visit, mediaId: string): Promise<Record<string, unknown>> {
  requireRight(visit, "comment");
  const post = await reachablePost(visit, mediaId);
  if (post.kind === "story" || post.kind === "item") throw invalidParameter("This media does not take comments");
  const text = requiredText(visit.call, "message");
  const { username } = await known(visit.world, "account", post.account_id);
  const id = await newId(visit.world, "comment");
  await insert(visit.world, "comment", id, {
    media_id: post.id,
    parent_id: null,
    account_id: post.account_id,
    username,
    text,
    likes: 0,
  });
  return { id };
}

/** A post of an account that the caller reaches. Stories that are over are gone. */
export async function reachablePost(visit: Visit, id: string): Promise<Post> {
  const post = await findPost(visit.world, id);
  if (post === null || isOver(visit.world, post) || !visit.caller.accountIds.includes(post.account_id)) {
    throw unknownObject(id, visit.call.method);
  }
  return post;
}
