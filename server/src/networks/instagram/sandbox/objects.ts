import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { showNode } from "../../sandbox/meta/node.ts";
import { pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import { textIn } from "../../sandbox/meta/request.ts";
import { secondsIn } from "../../sandbox/meta/times.ts";
import type { SandboxObject } from "../../sandbox/network.ts";
import { reachableAccount, requireRight, type Visit } from "./accounts.ts";
import { createContainer, findContainer, stateOf } from "./containers.ts";
import type { Stored } from "./model.ts";
import { kindOfId } from "./model.ts";
import { commentOn, commentsOn, isOver, postsOf, reachablePost } from "./posts.ts";
import { accountNode, commentNode, containerNode, mediaNode, readInsights, type Viewer } from "./present.ts";
import { publishContainer, readLimit } from "./publish.ts";

type Answer = (visit: Visit, id: string) => Promise<Record<string, unknown>>;

/** Every call by kind of object, method and edge. */
export const CALLS: Readonly<Record<string, Readonly<Record<string, Answer>>>> = {
  account: {
    "GET ": readAccount,
    "GET media": (visit, id) => readPosts(visit, id, (post) => post.kind !== "story"),
    "GET stories": (visit, id) => readPosts(visit, id, (post) => post.kind === "story" && !isOver(visit.world, post)),
    "GET content_publishing_limit": readLimit,
    "POST media": createContainer,
    "POST media_publish": publishContainer,
  },
  container: { "GET ": readContainer },
  media: {
    "GET ": readMedia,
    "GET comments": readComments,
    "GET insights": readInsights,
    "POST comments": commentOn,
  },
};

/** Answers a call on one of this network's objects; undefined if the id is not of one. */
export async function answerObject(visit: Visit, { id, edge }: { readonly id: string; readonly edge: string | null }): Promise<unknown> {
  const kind = kindOfId(id);
  if (kind === null) return undefined;
  const answer = CALLS[kind]?.[`${visit.call.method} ${edge ?? ""}`];
  if (answer === undefined) throw unknownObject(id, visit.call.method);
  return answer(visit, id);
}

/** `GET /me`: the account under the id by which the application knows it. */
export async function readMe(visit: Visit): Promise<Record<string, unknown>> {
  requireRight(visit, "read");
  const [id = ""] = visit.caller.accountIds;
  const account = await reachableAccount(visit, id);
  return showNode(accountNode(viewerOf(visit), account, account.scoped_id), fieldsOf(visit));
}

async function readAccount(visit: Visit, id: string): Promise<Record<string, unknown>> {
  requireRight(visit, "read");
  return showNode(accountNode(viewerOf(visit), await reachableAccount(visit, id)), fieldsOf(visit));
}

async function readContainer(visit: Visit, id: string): Promise<Record<string, unknown>> {
  requireRight(visit, "read");
  const container = await findContainer(visit, id);
  if (container === null || !visit.caller.accountIds.includes(container.account_id)) throw unknownObject(id, "GET");
  return showNode(containerNode(container, await stateOf(visit, container), visit.settings), fieldsOf(visit));
}

async function readMedia(visit: Visit, id: string): Promise<Record<string, unknown>> {
  requireRight(visit, "read");
  return showNode(mediaNode(viewerOf(visit), await reachablePost(visit, id)), fieldsOf(visit));
}

async function readPosts(visit: Visit, id: string, isListed: (post: Stored<"media">) => boolean): Promise<Record<string, unknown>> {
  requireRight(visit, "read");
  const account = await reachableAccount(visit, id);
  const posts = shown(visit, await postsOf(visit.world, account.id)).filter(isListed);
  return page(visit, posts, (post) => mediaNode(viewerOf(visit), post));
}

async function readComments(visit: Visit, id: string): Promise<Record<string, unknown>> {
  requireRight(visit, "comment");
  const post = await reachablePost(visit, id);
  const comments = shown(visit, await commentsOn(visit.world, post.id)).filter(({ parent_id }) => parent_id === null);
  return page(visit, comments, commentNode);
}

/** What the list contains by now, within the times that the call asks for. */
function shown<Item extends Pick<SandboxObject, "createdAt">>({ world, call, request }: Visit, items: readonly Item[]): Item[] {
  const [since, until] = [secondsIn(call, "since") ?? Number.NEGATIVE_INFINITY, secondsIn(call, "until") ?? Number.POSITIVE_INFINITY];
  const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
  return items
    .filter(({ createdAt }) => createdAt <= shownUntil)
    .filter(({ createdAt }) => toEpochMilliseconds(createdAt) >= since * 1000 && toEpochMilliseconds(createdAt) <= until * 1000);
}

async function page<Item extends { readonly id: string }>(
  visit: Visit,
  items: readonly Item[],
  nodeOf: (item: Item) => ReturnType<typeof mediaNode>,
): Promise<Record<string, unknown>> {
  const [limit, after, before] = [textIn(visit.call, "limit"), textIn(visit.call, "after"), textIn(visit.call, "before")];
  const asked = pageOf(items, { limit, after, before });
  const data = await Promise.all(asked.items.map((item) => showNode(nodeOf(item), fieldsOf(visit))));
  return pageBody(asked, data, visit.address);
}

function fieldsOf({ call }: Visit): string | null {
  return textIn(call, "fields");
}

function viewerOf({ world, settings, caller }: Visit): Viewer {
  return { world, settings, door: caller.door };
}
