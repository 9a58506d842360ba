import type { Asked } from "../../sandbox/meta/node.ts";
import { type GraphNode, showNode, showSelected } from "../../sandbox/meta/node.ts";
import { asksSummary, pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { printTime } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Stored } from "./model.ts";
import { commentsOn } from "./posts.ts";

export function commentNode(comment: Stored<"comment">): GraphNode {
  return {
    type: "Comment",
    id: comment.id,
    defaults: ["created_time", "from", "message"],
    fields: {
      created_time: () => printTime(comment.createdAt),
      from: () => ({ name: comment.from_name, id: comment.from_id }),
      message: () => comment.message,
    },
  };
}

/** What a list of comments is asked for, as parameters of a call or as modifiers of a field. */
export interface CommentsAsked {
  readonly on: string;
  /** Only replies to this comment; null: comments on the object. */
  readonly parentId: string | null;
  readonly filter: string | null;
  readonly order: string | null;
  readonly limit: string | null;
  readonly after: string | null;
  readonly summary: string | null;
  /** Those of readers are left out without the permission to read them. */
  readonly isShown: (comment: Stored<"comment">) => boolean;
}

/** `{data, paging, summary}`; `show` presents a single one. */
export async function commentList(
  world: SandboxWorld,
  asked: CommentsAsked,
  { address, show }: { readonly address: string; readonly show: (node: GraphNode) => Promise<unknown> },
): Promise<Record<string, unknown>> {
  const all = await commentsOn(world, asked.on);
  const wanted = all.filter(({ parent_id }) => (asked.filter === "stream" && asked.parentId === null) || parent_id === asked.parentId);
  const ordered = orderOf(asked.order) === "chronological" ? wanted : wanted.toReversed();
  const page = pageOf(ordered.filter(asked.isShown), asked);
  const data = await Promise.all(page.items.map((comment) => show(commentNode(comment))));
  const body = pageBody(page, data, address);
  if (!asksSummary(asked.summary ?? undefined, "total_count")) return body;
  return { ...body, summary: { order: orderOf(asked.order), total_count: wanted.length } };
}

/** `comments` as a field of an object. */
export function commentsField(world: SandboxWorld, on: string, { modifiers, nested }: Asked): Promise<Record<string, unknown>> {
  const given = (name: string) => modifiers[name] ?? null;
  const asked: CommentsAsked = {
    on,
    parentId: null,
    filter: given("filter"),
    order: given("order"),
    limit: given("limit"),
    after: given("after"),
    summary: given("summary"),
    isShown: () => true,
  };
  return commentList(world, asked, {
    address: `${world.baseUrl}/v25.0/${on}/comments`,
    show: (node) => (nested === null ? showNode(node, null) : showSelected(node, nested)),
  });
}

function orderOf(order: string | null): "chronological" | "reverse_chronological" {
  if (order === null || order === "chronological") return "chronological";
  if (order === "reverse_chronological") return order;
  throw invalidParameter("Param order must be one of {chronological, reverse_chronological}");
}
