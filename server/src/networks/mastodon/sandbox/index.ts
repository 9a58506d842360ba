import type { FastifyInstance } from "fastify";
import { reacting } from "../../sandbox/kit/feed.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { accountNamed, issueToken, SCOPES } from "./accounts.ts";
import { authorizeRoutes } from "./authorize.ts";
import { createStatus } from "./compose.ts";
import { feedOf } from "./feed.ts";
import { instanceRoutes, limitRates } from "./instance.ts";
import { mediaRoutes, thumbnailKey } from "./media.ts";
import { find } from "./model.ts";
import { oauthRoutes } from "./oauth.ts";
import { ANSWERS, mastodonFaults } from "./refusal.ts";
import { searchRoutes } from "./search.ts";
import { DOMAIN } from "./settings.ts";
import { statusRoutes } from "./statuses.ts";

const APP_NAME = "Rostrum";
/** A local Mastodon instance with the API of version 4.5. */
export const mastodonSandbox: SandboxNetwork = {
  type: "Mastodon",
  slug: "mastodon",

  routes(scope: FastifyInstance, world: SandboxWorld) {
    answerRefusals(scope, ANSWERS);
    limitRates(scope, world);
    instanceRoutes(scope, world);
    oauthRoutes(scope, world);
    authorizeRoutes(scope, mastodonSandbox, world);
    statusRoutes(scope, world);
    searchRoutes(scope, world);
    mediaRoutes(scope, world);
    mountSite(scope, mastodonSandbox, world, {
      posts: { "/@:user/:id": ({ id = "" }) => id },
      lists: {
        "/@:user": async ({ user = "" }) =>
          (await find(world, "username", user.toLowerCase())) === null ? null : postsBy(`@${user.toLowerCase()}@${DOMAIN}`, `@${user}`),
      },
      files: {
        "/system/media/:id/:name": async ({ id = "" }) => find(world, "media", id),
        "/system/thumbnails/:id": async ({ id = "" }) => {
          const thumbnail = await find(world, "thumbnail", id);
          return thumbnail && { id: thumbnailKey(id), mime: thumbnail.mime };
        },
      },
      pixel: "/avatars/original/missing.png",
    });
  },

  async account(name, world) {
    const account = await accountNamed(world, name);
    const accessToken = await issueToken(world, { accountId: account.id, scopes: SCOPES, appName: APP_NAME, appId: null });
    return { credentials: { instance: DOMAIN, accessToken } };
  },

  feed: feedOf,

  faults: mastodonFaults,

  react: reacting({
    find: (world, id) => find(world, "status", id),
    async comment(world, { id }, text) {
      const caller = { account: await accountNamed(world, "Reader"), appName: "Web" };
      await createStatus(world, caller, { values: { status: text, in_reply_to_id: id }, key: null });
    },
  }),
};
