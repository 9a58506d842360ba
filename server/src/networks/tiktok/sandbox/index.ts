import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { mountCalls } from "./calls.ts";
import { CREATOR_CALLS } from "./creator.ts";
import { tiktokFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { tokenRoutes } from "./oauth.ts";
import { pageRoutes } from "./pages.ts";
import { accountNamed, grantedPair, logInPage } from "./people.ts";
import { PHOTO_INIT_CALLS } from "./photo-init.ts";
import { addReaction } from "./reactions.ts";
import { answerRefusals } from "./refusals.ts";
import { STATUS_CALLS } from "./status.ts";
import { uploadRoutes } from "./uploads.ts";
import { USER_CALLS } from "./users.ts";
import { VIDEO_INIT_CALLS } from "./video-init.ts";
import { VIDEO_CALLS } from "./videos.ts";

/** A local TikTok with the second version of its API. Accounts with the word "private" in their names are private. */
export const tiktokSandbox: SandboxNetwork = {
  type: "TikTok",
  slug: "tiktok",
  application: SANDBOX_APPLICATION,
  faults: tiktokFaults,

  routes(scope, world) {
    takeRawBodies(scope);
    answerRefusals(scope, world);
    mountLogIn(scope, { network: tiktokSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, tiktokSandbox, world);
    mountCalls(scope, world, [...USER_CALLS, ...CREATOR_CALLS, ...VIDEO_INIT_CALLS, ...PHOTO_INIT_CALLS, ...STATUS_CALLS, ...VIDEO_CALLS]);
    uploadRoutes(scope, world);
    pageRoutes(scope, tiktokSandbox, world);
  },

  async account(name, world) {
    const { id } = await accountNamed(world, name);
    const { accessToken, refreshToken } = await grantedPair(world, id);
    return { credentials: { accessToken, refreshToken } };
  },

  feed: feedOf,
  react: addReaction,
};
