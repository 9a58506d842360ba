import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GraphGuest, GraphReach } from "../../sandbox/meta/guest.ts";
import { addressOf } from "../../sandbox/meta/paging.ts";
import { GraphRefusal, unknownObject } from "../../sandbox/meta/refusal.ts";
import { readCall, requireVersion } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Caller, callerOf, type Visit } from "./access.ts";
import { comment, listComments } from "./comment-calls.ts";
import { publishToFeed } from "./feed-calls.ts";
import { listPosts, listReels, listStories } from "./list-calls.ts";
import { find } from "./model.ts";
import { invite, readPage, readPhoto, readPost, readVideo } from "./object-calls.ts";
import { rolesOf } from "./people.ts";
import { listAccounts, listBusinesses, listClientPages, listOwnedPages, listPermissions, readPerson, withdraw } from "./person-calls.ts";
import { uploadPhoto } from "./photo-calls.ts";
import { publishPhotoStory, publishReel, publishVideoStory } from "./reel-calls.ts";
import { purpose } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { uploadVideo } from "./video-calls.ts";

/** Every call on an object, by method, kind of object, and edge. */
export const CALLS: Readonly<Record<string, (visit: Visit) => Promise<unknown>>> = {
  "GET person": readPerson,
  "GET person/accounts": listAccounts,
  "GET person/businesses": listBusinesses,
  "GET person/permissions": listPermissions,
  "DELETE person/permissions": withdraw,
  "GET business/owned_pages": listOwnedPages,
  "GET business/client_pages": listClientPages,
  "GET account": readPage,
  "GET account/published_posts": listPosts,
  "GET account/video_reels": listReels,
  "GET account/stories": listStories,
  "POST account/feed": publishToFeed,
  "POST account/photos": uploadPhoto,
  "POST account/videos": uploadVideo,
  "POST account/video_reels": publishReel,
  "POST account/video_stories": publishVideoStory,
  "POST account/photo_stories": publishPhotoStory,
  "GET post": readPost,
  "GET post/comments": listComments,
  "POST post/comments": comment,
  "GET photo": readPhoto,
  "GET video": readVideo,
  "GET video/comments": listComments,
  "POST video/comments": comment,
  "POST video/collaborators": invite,
  "POST comment/comments": comment,
};

/** By the first digit of an object's own number, as `newGraphId` gives them. */
const KINDS: Readonly<Record<string, "person" | "account" | "photo" | "video" | "post" | "comment" | "business">> = {
  1: "person",
  2: "account",
  3: "photo",
  4: "video",
  5: "post",
  6: "comment",
  8: "business",
};

interface Path {
  readonly version: string;
  readonly id: string;
  readonly edge?: string;
}

/** `/{version}/{id}` and `/{version}/{id}/{edge}`, on this network's objects and on those of its guest. */
export function graphRoutes(scope: FastifyInstance, world: SandboxWorld, guest: GraphGuest | null): void {
  for (const url of ["/:version/:id", "/:version/:id/:edge"]) {
    scope.route<{ Params: Path }>({
      method: ["GET", "POST", "DELETE"],
      url,
      handler: (request) => answer(world, request, guest),
    });
  }
}

/** What a caller reaches on the guest network. */
export async function reachOf(world: SandboxWorld, { person, page, grant, scopes }: Caller): Promise<GraphReach> {
  const roles = await rolesOf(world, person.id);
  const able = roles.filter(({ page_id, tasks }) => grant.account_ids.includes(page_id) && tasks.includes("CREATE_CONTENT"));
  const within = able.filter(({ page_id }) => page === null || page_id === page.id);
  const pages = await Promise.all(within.map(({ page_id }) => find(world, "account", page_id)));
  return { personId: person.id, scopes, linked: pages.flatMap((one) => one?.linked_account ?? []) };
}

async function answer(world: SandboxWorld, request: FastifyRequest<{ Params: Path }>, guest: GraphGuest | null): Promise<unknown> {
  const { version, edge = null } = request.params;
  requireVersion(version);
  const call = await readCall(request);
  const caller = await callerOf(world, request, call);
  const id = request.params.id === "me" ? (caller.page?.id ?? caller.person.id) : request.params.id;
  const kind = await kindOf(world, id);
  if (kind === null) return answerOfGuest({ world, request, call, caller, guest, id, version }, edge);
  const handle = CALLS[`${call.method} ${kind}${edge === null ? "" : `/${edge}`}`];
  if (handle !== undefined) return unlessRefused(handle, { world, request, call, caller, guest, id, version }, edge);
  if (edge === null) throw unknownObject(id, call.method);
  throw new GraphRefusal({ code: 2500, message: `Unknown path components: /${edge}` });
}

/** Makes calls that readers see the effect of answer as the settings say. */
async function unlessRefused(handle: (visit: Visit) => Promise<unknown>, visit: Visit, edge: string | null): Promise<unknown> {
  const { world, request, call, id, version } = visit;
  const path = `/${version}/${id}${edge === null ? "" : `/${edge}`}`;
  if (purpose({ method: call.method, path, headers: request.headers, body: call.values }) !== "post") return handle(visit);
  const { instead_of_publishing, after_publishing } = await settingsOf(world);
  if (instead_of_publishing !== null) throw new GraphRefusal(instead_of_publishing);
  const answered = await handle(visit);
  if (after_publishing !== null) throw new GraphRefusal(after_publishing);
  return answered;
}

async function answerOfGuest({ world, request, call, caller, guest, id }: Visit, edge: string | null): Promise<unknown> {
  const address = addressOf(world, request);
  const reach = () => reachOf(world, caller);
  const answered =
    guest === null ? undefined : await guest.answer(world.neighbour(guest.slug), { id, edge, call, request, address, reach });
  if (answered === undefined) throw unknownObject(id, call.method);
  return answered;
}

async function kindOf(world: SandboxWorld, id: string) {
  const kind = KINDS[id.split("_").at(-1)?.[0] ?? ""];
  return kind !== undefined && (await world.objects.get(kind, id)) !== null ? kind : null;
}
