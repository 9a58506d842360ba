import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { CALLS } from "./api.ts";
import { mountCalls } from "./calls.ts";
import { xFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { insert } from "./model.ts";
import { tokenRoutes } from "./oauth.ts";
import { pageRoutes } from "./pages.ts";
import { accountNamed, grantedTokens, logInPage } from "./people.ts";
import { findPost, storePost } from "./posts.ts";
import { answerRefusals } from "./refusals.ts";

const READER = "Reader";

/** A local X with its API of version 2. */
export const xSandbox: SandboxNetwork = {
  type: "X",
  slug: "x",
  application: SANDBOX_APPLICATION,

  routes(scope, world) {
    answerRefusals(scope);
    mountLogIn(scope, { network: xSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, xSandbox, world);
    mountCalls(scope, world, CALLS);
    pageRoutes(scope, xSandbox, world);
  },

  async account(name, world) {
    const { id } = await accountNamed(world, name);
    return { credentials: await grantedTokens(world, id) };
  },

  feed: feedOf,

  faults: xFaults,

  async react(world, postId, reaction) {
    const post = await findPost(world, postId);
    if (post === null) return;
    if (reaction.kind !== "comment") {
      // Each click counts as another reader's, so that counts can grow.
      await insert(world, "reaction", await world.objects.nextId(), { post: postId, kind: reaction.kind });
      return;
    }
    const { id: accountId } = await accountNamed(world, READER);
    const wanted = { made_with_ai: false, paid_partnership: false };
    await storePost(world, { accountId, text: reaction.text, media: [], wanted, parent: post });
  },
};
