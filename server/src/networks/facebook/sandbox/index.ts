import type { FastifyInstance } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { addReaction } from "../../sandbox/kit/feed.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import { GRAPH_ANSWERS } from "../../sandbox/meta/refusal.ts";
import { readCall } from "../../sandbox/meta/request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { callerOf } from "./access.ts";
import { createComment } from "./comment-calls.ts";
import { dialogOf } from "./dialog.ts";
import { feedOf } from "./feed.ts";
import { graphRoutes, reachOf } from "./graph.ts";
import { find, type Stored } from "./model.ts";
import { oauthRoutes } from "./oauth.ts";
import { searchRoutes } from "./page-node.ts";
import { ALL_TASKS, giveRole, pageNamed, personNamed } from "./people.ts";
import { facebookFaults } from "./refusals.ts";
import { grantedPageToken } from "./tokens.ts";
import { uploadRoutes } from "./videos.ts";

/** Versions of the dialog's address; the page is the same for all. */
const DIALOG_VERSIONS = ["v22.0", "v23.0", "v24.0", "v25.0", "v26.0"];
/** Facebook with its Pages. The guest's accounts can be linked with Pages, and are served on this host as well. */
export function facebookSandboxWith(guest: GraphGuest | null): SandboxNetwork {
  const network: SandboxNetwork = {
    type: "Facebook",
    slug: "facebook",
    application: SANDBOX_APPLICATION,
    faults: { ...facebookFaults, purpose: (request) => guest?.purpose(request) ?? facebookFaults.purpose(request) },

    routes(scope: FastifyInstance, world: SandboxWorld) {
      answerRefusals(scope, GRAPH_ANSWERS);
      for (const version of DIALOG_VERSIONS) {
        mountLogIn(scope, { network, world, page: dialogOf(world, guest, `/www/${version}/dialog/oauth`) });
      }
      oauthRoutes(scope, world, network);
      searchRoutes(scope, world);
      scope.register(async (inner) => {
        takeRawBodies(inner);
        uploadRoutes(inner, world);
      });
      mountSite(scope, network, world, {
        posts: {
          "/www/:page/posts/:post": ({ page = "", post = "" }) => `${page}_${post}`,
          "/www/reel/:id": async ({ id = "" }) => (await find(world, "finish", id))?.post_id ?? null,
          "/www/stories/:id": ({ id = "" }) => id,
        },
        files: { "/www/files/:id": ({ id = "" }) => fileAt(world, id) },
        pixel: "/www/picture.png",
      });
      graphRoutes(scope, world, guest);
      guest?.mount?.(scope, {
        world: world.neighbour(guest.slug),
        hostUrl: world.baseUrl,
        reach: async (request) => reachOf(world, await callerOf(world, request, await readCall(request))),
      });
    },

    async account(name, world) {
      const page = await pageNamed(world, name);
      const person = await personNamed(world, name);
      await giveRole(world, person, { page, tasks: ALL_TASKS });
      const accessToken = await grantedPageToken(world, { personId: person.id, pageId: page.id });
      return { credentials: { pageId: page.id, accessToken } };
    },

    feed: feedOf,

    async react(world, postId, reaction) {
      const comment = await find(world, "comment", postId);
      const on = comment?.on ?? postId;
      if (reaction.kind === "comment") return commentAsReader(world, { on, parent: comment, text: reaction.text });
      if (comment === null && (await find(world, "post", postId)) === null && (await find(world, "story", postId)) === null) return;
      await addReaction(world, postId, reaction.kind);
    },
  };
  return network;
}

async function commentAsReader(
  world: SandboxWorld,
  { on, parent, text }: { readonly on: string; readonly parent: Stored<"comment"> | null; readonly text: string },
): Promise<void> {
  if ((await find(world, "post", on)) === null) return;
  const reader = await personNamed(world, "Reader");
  await createComment(world, on, {
    parent_id: parent?.id ?? null,
    message: text,
    attachment_url: null,
    from_id: reader.id,
    from_name: reader.name,
    app_id: null,
  });
}

async function fileAt(world: SandboxWorld, id: string): Promise<{ readonly id: string; readonly mime: string } | null> {
  const mime =
    (await find(world, "photo", id))?.mime ??
    (await find(world, "video", id))?.file?.mime ??
    (await find(world, "thumbnail", id.replace(/-thumbnail$/, "")))?.mime;
  return mime === undefined ? null : { id, mime };
}
