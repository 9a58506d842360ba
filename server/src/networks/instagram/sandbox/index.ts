import type { FastifyInstance, FastifyRequest } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import { addressOf } from "../../sandbox/meta/paging.ts";
import { GRAPH_ANSWERS, unknownObject } from "../../sandbox/meta/refusal.ts";
import { readCall, requireVersion } from "../../sandbox/meta/request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { accountCalled, accountNamed } from "./accounts.ts";
import { feedOf } from "./feed.ts";
import { callerOf, grantEverything, logInRoutes } from "./log-in.ts";
import { find, idOfShortcode } from "./model.ts";
import { answerObject, readMe } from "./objects.ts";
import { isOver, mimeOfFile, reactTo } from "./posts.ts";
import { instagramFaults } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

/**
 * A local Instagram for professional accounts, with the API of https://developers.facebook.com/documentation/instagram-platform.
 * This is the host of those who log in with Instagram; for those who log in with Facebook the same objects are served on the
 * Facebook network's host.
 */
export const instagramSandbox: SandboxNetwork = {
  type: "Instagram",
  slug: "instagram",
  application: SANDBOX_APPLICATION,

  routes(scope: FastifyInstance, world: SandboxWorld) {
    answerRefusals(scope, GRAPH_ANSWERS);
    logInRoutes(scope, instagramSandbox, world);
    const postAt = ({ code = "" }) => idOfShortcode(code);
    mountSite(scope, instagramSandbox, world, {
      posts: {
        "/www/p/:code": postAt,
        "/www/reel/:code": postAt,
        "/www/stories/:username/:id": async ({ id = "" }) => {
          const story = await find(world, "media", id);
          return story === null || isOver(world, story) ? null : id;
        },
      },
      lists: {
        "/www/:username": async ({ username = "" }) => {
          const account = await accountCalled(world, username);
          return account === null ? null : postsBy(`@${account.username}`, account.name);
        },
        "/www/explore/tags/:tag": ({ tag = "" }) => ({
          title: `#${tag}`,
          lead: `Posts with #${tag}, newest first.`,
          isShown: ({ text, links }) => links.some(({ start, end }) => text.slice(start, end).toLowerCase() === `#${tag}`.toLowerCase()),
        }),
      },
      files: {
        "/files/:name": async ({ name = "" }) => {
          const [id = "", extension = ""] = name.split(".");
          if ((await world.objects.getBytes(id)) === null) throw unknownObject(id, "GET");
          return { id, mime: mimeOfFile(extension) };
        },
      },
    });
    for (const url of ["/:version/:id", "/:version/:id/:edge"]) {
      scope.route<ObjectPath>({ method: ["GET", "POST", "DELETE"], url, handler: (request) => answer(request, world) });
    }
  },

  async account(name, world) {
    const account = await accountNamed(world, name);
    return { credentials: { accessToken: await grantEverything(world, account.id) } };
  },

  feed: feedOf,

  react: reactTo,

  faults: instagramFaults,
};

interface ObjectPath {
  readonly Params: { readonly version: string; readonly id: string; readonly edge?: string };
}

async function answer(request: FastifyRequest<ObjectPath>, world: SandboxWorld): Promise<unknown> {
  const { version, id, edge = null } = request.params;
  requireVersion(version);
  const call = await readCall(request);
  const caller = await callerOf(world, request, call);
  const visit = { world, settings: await settingsOf(world), caller, call, request, address: addressOf(world, request) };
  if (id === "me" && edge === null) return readMe(visit);
  const [own = ""] = caller.accountIds;
  const found = await answerObject(visit, { id: id === "me" ? own : id, edge });
  if (found === undefined) throw unknownObject(id, call.method);
  return found;
}
