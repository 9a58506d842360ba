import { mountFiles } from "../../sandbox/files.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { reacting } from "../../sandbox/kit/reactions.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { CALLS } from "./api.ts";
import { mountCalls } from "./calls.ts";
import { xFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { find } from "./model.ts";
import { tokenRoutes } from "./oauth.ts";
import { accountNamed, grantedTokens, logInPage } from "./people.ts";
import { findPost, storePost } from "./posts.ts";
import { ANSWERS } from "./refusals.ts";

/** A local X with its API of version 2. */
export const xSandbox: SandboxNetwork = {
  type: "X",
  slug: "x",
  application: SANDBOX_APPLICATION,

  routes(scope, world) {
    answerRefusals(scope, ANSWERS);
    mountLogIn(scope, { network: xSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, xSandbox, world);
    mountCalls(scope, world, CALLS);
    mountSite(scope, xSandbox, world, {
      // A post is found whatever name is in its address: names may change.
      posts: { "/www/:user/status/:id": ({ id = "" }) => id },
      lists: {
        "/www/:user": async ({ user = "" }) => ((await find(world, "username", user.toLowerCase())) === null ? null : postsBy(`@${user}`)),
      },
    });
    mountFiles(scope, world);
  },

  async account(name, world) {
    const { id } = await accountNamed(world, name);
    return { credentials: await grantedTokens(world, id) };
  },

  feed: feedOf,

  faults: xFaults,

  react: reacting({
    find: findPost,
    async comment(world, parent, text) {
      const { id: accountId } = await accountNamed(world, "Reader");
      const wanted = { made_with_ai: false, paid_partnership: false };
      await storePost(world, { accountId, text, media: [], wanted, parent });
    },
  }),
};
