import { addSeconds } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { showNode } from "../../sandbox/meta/node.ts";
import { addressOf } from "../../sandbox/meta/paging.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import { textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { requireCommenter, requireReader, type Visit } from "./access.ts";
import { commentList, commentNode } from "./comment-node.ts";
import { messageIn, showNew } from "./feed-calls.ts";
import { find, findOrInsert, type Stored } from "./model.ts";
import { isVisible } from "./posts.ts";
import { requiredOneOf } from "./refusals.ts";

/** `POST /{object}/comments` as the Page: on a post, photo or video of any Page, or in reply to a comment. */
export async function comment({ world, call, caller, id }: Visit): Promise<unknown> {
  const page = await requireCommenter(world, caller);
  const message = messageIn(call, "message");
  const attachment_url = textIn(call, "attachment_url");
  if (message === "" && attachment_url === null) throw requiredOneOf("message, attachment_url");
  const { post, parent } = await commentedAt(world, id, call.method);
  const made = await createComment(world, post.id, {
    parent_id: parent?.id ?? null,
    message,
    attachment_url,
    from_id: page.id,
    from_name: page.name,
    app_id: caller.token.client_id,
  });
  return showNew(call, commentNode(made));
}

/** `GET /{object}/comments`. */
export async function listComments({ world, request, call, caller, id }: Visit): Promise<unknown> {
  const { post, parent } = await commentedAt(world, id, call.method);
  const page = requireReader(caller, post.page_id);
  const readsAll = caller.scopes.includes("pages_read_user_content") || caller.scopes.includes("pages_read_user_engagement");
  const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
  const fields = textIn(call, "fields");
  return commentList(
    world,
    {
      on: post.id,
      parentId: parent?.id ?? null,
      filter: textIn(call, "filter"),
      order: textIn(call, "order"),
      limit: textIn(call, "limit"),
      after: textIn(call, "after"),
      summary: textIn(call, "summary"),
      isShown: ({ from_id, createdAt }) => createdAt <= shownUntil && (readsAll || from_id === page.id),
    },
    { address: addressOf(world, request), show: (node) => showNode(node, fields) },
  );
}

/** Also for readers. */
export async function createComment(
  world: SandboxWorld,
  on: string,
  fields: Omit<Stored<"comment">, "id" | "createdAt" | "on">,
): Promise<Stored<"comment">> {
  const id = `${on.split("_")[1]}_${await newGraphId(world, 6)}`;
  return findOrInsert(world, "comment", id, { ...fields, on });
}

/** The post that is commented on, and the comment if it is one that is replied to. */
async function commentedAt(world: SandboxWorld, id: string, method: string) {
  const parent = await find(world, "comment", id);
  const postId = parent?.on ?? (await find(world, "photo_use", id))?.post_id ?? (await find(world, "finish", id))?.post_id ?? id;
  const post = await find(world, "post", postId);
  if (post === null || !isVisible(post, world.now())) throw unknownObject(id, method);
  return { post, parent };
}
