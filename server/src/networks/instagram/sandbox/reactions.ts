import type { SandboxReaction, SandboxWorld } from "../../sandbox/network.ts";
import { kindOfId, newId } from "./ids.ts";
import { find, insert } from "./model.ts";

const READER = "reader";

/** A reader's reaction to a post or comment. Each counts as another reader's, so that counts can grow. */
export async function reactTo(world: SandboxWorld, id: string, reaction: SandboxReaction): Promise<void> {
  const isComment = kindOfId(id) === "comment";
  if (reaction.kind === "comment") {
    const comment = isComment ? await find(world, "comment", id) : null;
    const mediaId = comment === null ? id : comment.media_id;
    if ((await find(world, "media", mediaId)) === null) return;
    const parentId = comment === null ? null : (comment.parent_id ?? comment.id);
    const fields = { media_id: mediaId, parent_id: parentId, account_id: null, username: READER, text: reaction.text, likes: 0 };
    await insert(world, "comment", await newId(world, "comment"), fields);
    return;
  }
  if (reaction.kind === "like") await world.objects.increment(isComment ? "comment" : "media", id, "likes");
  // Comments cannot be shared.
  else if (!isComment) await world.objects.increment("media", id, "shares");
}
