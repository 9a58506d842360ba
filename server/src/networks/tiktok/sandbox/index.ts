import { mountFiles } from "../../sandbox/files.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { addReaction, reacting } from "../../sandbox/kit/feed.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { mountCalls } from "./calls.ts";
import { CREATOR_CALLS, USER_CALLS } from "./creator.ts";
import { feedOf } from "./feed.ts";
import { find, insert, known, LIST_MAX, PORTRAIT, tagUrl } from "./model.ts";
import { grantedPair, tokenRoutes } from "./oauth.ts";
import { accountNamed, logInPage } from "./people.ts";
import { PHOTO_INIT_CALLS } from "./photo-init.ts";
import { STATUS_CALLS } from "./publishes.ts";
import { answersOf, tiktokFaults } from "./refusals.ts";
import { uploadRoutes } from "./uploads.ts";
import { VIDEO_INIT_CALLS } from "./video-init.ts";
import { VIDEO_CALLS } from "./videos.ts";

/** A local TikTok with the second version of its API. Accounts with the word "private" in their names are private. */
export const tiktokSandbox: SandboxNetwork = {
  type: "TikTok",
  slug: "tiktok",
  application: SANDBOX_APPLICATION,
  faults: tiktokFaults,

  routes(scope, world) {
    const seenNow = async ({ id = "" }) => {
      const isThere = (await feedOf(world, { limit: LIST_MAX })).some((post) => post.id === id);
      const reacted = isThere ? await reactedTo(world, id) : null;
      if (reacted !== null) await addReaction(world, reacted.publishId, "view");
      return id;
    };
    takeRawBodies(scope);
    answerRefusals(scope, answersOf(world));
    mountLogIn(scope, { network: tiktokSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, tiktokSandbox, world);
    mountCalls(scope, world, [...USER_CALLS, ...CREATOR_CALLS, ...VIDEO_INIT_CALLS, ...PHOTO_INIT_CALLS, ...STATUS_CALLS, ...VIDEO_CALLS]);
    uploadRoutes(scope, world);
    mountSite(scope, tiktokSandbox, world, {
      // The user name in the address does not matter: names may change.
      posts: { "/www/:user/video/:id": seenNow, "/www/:user/photo/:id": seenNow },
      lists: {
        "/www/:user": async ({ user = "" }) => {
          const claim = await find(world, "username", user.replace(/^@/, "").toLowerCase());
          return claim === null ? null : postsBy(`@${(await known(world, "account", claim.account_id)).username}`);
        },
        "/www/tag/:tag": ({ tag = "" }) => ({
          title: `#${tag}`,
          lead: "Posts with this tag, newest first.",
          isShown: ({ links }) => links.some(({ href }) => href === tagUrl(world, tag.toLowerCase())),
        }),
      },
      pixel: PORTRAIT,
    });
    mountFiles(scope, world);
  },

  account: async (name, world) => ({ credentials: await grantedPair(world, (await accountNamed(world, name)).id) }),

  feed: feedOf,
  react: reacting({
    find: reactedTo,
    countedOn: ({ publishId }) => publishId,
    comment: async (world, { publishId, on }, text) =>
      insert(world, "comment", await world.objects.nextId(), { publish_id: publishId, on, text }),
  }),
};

/** The post with any of these ids, or that a comment is on. */
async function reactedTo(world: SandboxWorld, id: string): Promise<{ readonly publishId: string; readonly on: string } | null> {
  const comment = await find(world, "comment", id);
  if (comment !== null) return { publishId: comment.publish_id, on: id };
  const publishId = (await find(world, "post", id))?.publish_id ?? (await find(world, "publish", id))?.id;
  return publishId === undefined ? null : { publishId, on: "" };
}
