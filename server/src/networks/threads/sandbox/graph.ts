import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { showNode } from "../../sandbox/meta/node.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { requiredText, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, readAsked, requireOwn, requireScope } from "./caller.ts";
import { containerNode, createContainer, ownContainer, statusOf } from "./containers.ts";
import { insightsOf, listPosts, listReplies } from "./lists.ts";
import { find, isContainerId, postIdOf, type Stored } from "./model.ts";
import { publish, publishingLimit } from "./posts.ts";
import { accountNode, postNode } from "./present.ts";
import { activityRestricted, mediaNotFound, profileRestricted } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

interface Params {
  readonly Params: { readonly id: string; readonly edge: string };
}

/** The API itself: objects and their edges below the version. */
export function graphRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  for (const path of ["/v1.0/:id", "/v1.0/:id/"]) {
    scope.get<Params>(path, async (request) => getObject(await readAsked(world, request), request.params.id));
  }
  scope.get<Params>("/v1.0/:id/:edge", async (request) => {
    const { id, edge } = request.params;
    const asked = await readAsked(world, request);
    const isUser = id === "me" || (await find(world, "account", id)) !== null;
    const answer = (isUser ? USER_EDGES : POST_EDGES).get(edge);
    if (answer === undefined) throw invalidParameter(`Tried accessing nonexisting field (${edge})`);
    if (isUser) requireOwn(asked, id);
    return answer(asked, id);
  });
  scope.post<Params>("/v1.0/:id/:edge", async (request) => {
    const { id, edge } = request.params;
    const asked = await readAsked(world, request);
    const answer = USER_ACTIONS.get(edge);
    if (answer === undefined) throw unknownObject(id, "post");
    requireOwn(asked, id);
    return answer(asked);
  });
}

type Answer = (asked: Asked, id: string) => Promise<unknown>;

const USER_EDGES = new Map<string, Answer>([
  ["threads", listPosts],
  ["replies", listReplies],
  ["threads_publishing_limit", showLimit],
]);

const POST_EDGES = new Map<string, Answer>([["insights", insightsOf]]);

const USER_ACTIONS = new Map<string, (asked: Asked) => Promise<unknown>>([
  ["threads", create],
  ["threads_publish", publishContainer],
]);

async function getObject(asked: Asked, id: string): Promise<unknown> {
  const { world, account, call } = asked;
  const fields = textIn(call, "fields");
  if (id === "me" || id === account.id) return showNode(accountNode(account), fields);
  if (isContainerId(id)) return showNode(containerNode(world, await ownContainer(asked, id)), fields);
  const post = await find(world, "post", id);
  if (post === null || post.account_id !== account.id) throw unknownObject(id, "get");
  return showNode(postNode(world, post, account), fields);
}

async function create(asked: Asked): Promise<unknown> {
  const { id } = await createContainer(asked);
  return { id };
}

async function publishContainer(asked: Asked): Promise<unknown> {
  requireScope(asked, "threads_content_publish");
  const container = await ownContainer(asked, requiredText(asked.call, "creation_id"));
  await checkPublishable(asked.world, container);
  const { restricts } = await settingsOf(asked.world);
  if (restricts === "profile") throw profileRestricted();
  if (!(await publish(asked, container))) throw mediaNotFound();
  if (restricts === "activity") throw activityRestricted();
  return { id: postIdOf(container.id) };
}

/** A finished container can still be refused for half a minute, and some for good. */
async function checkPublishable(world: SandboxWorld, container: Stored<"container">): Promise<void> {
  if (container.is_carousel_item) throw invalidParameter("A carousel item cannot be published alone");
  const settings = await settingsOf(world);
  const isReady = addSeconds(container.createdAt, settings.publishable_after_seconds) <= world.now();
  if (!isReady || settings.loses_containers) throw mediaNotFound();
  const status = await statusOf(world, container);
  if (status === "ERROR") throw invalidParameter("The container ended with an error and cannot be published");
  if (status !== "FINISHED") throw mediaNotFound();
}

async function showLimit(asked: Asked): Promise<unknown> {
  const values = await publishingLimit(asked);
  const names = textIn(asked.call, "fields")?.split(",") ?? Object.keys(values);
  const unknown = names.find((name) => !Object.hasOwn(values, name));
  if (unknown !== undefined) throw invalidParameter(`Tried accessing nonexisting field (${unknown})`);
  return { data: [Object.fromEntries(names.map((name) => [name, values[name]]))] };
}
