import type { FastifyInstance } from "fastify";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { accountNamed, issueToken, SCOPES } from "./accounts.ts";
import { authorizeRoutes } from "./authorize.ts";
import { createStatus } from "./compose.ts";
import { mastodonFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { instanceRoutes } from "./instance.ts";
import { mediaRoutes } from "./media.ts";
import { find, insert } from "./model.ts";
import { oauthRoutes } from "./oauth.ts";
import { profileRoutes } from "./profile.ts";
import { limitRates } from "./rates.ts";
import { answerRefusals } from "./refusal.ts";
import { searchRoutes } from "./search.ts";
import { DOMAIN } from "./settings.ts";
import { statusRoutes } from "./statuses.ts";

const APP_NAME = "Rostrum";
const READER = "Reader";

/** A local Mastodon instance with the API of version 4.5. */
export const mastodonSandbox: SandboxNetwork = {
  type: "Mastodon",
  slug: "mastodon",

  routes(scope: FastifyInstance, world: SandboxWorld) {
    answerRefusals(scope);
    limitRates(scope, world);
    instanceRoutes(scope, world);
    oauthRoutes(scope, world);
    authorizeRoutes(scope, mastodonSandbox, world);
    statusRoutes(scope, world);
    searchRoutes(scope, world);
    mediaRoutes(scope, world);
    profileRoutes(scope, mastodonSandbox, world);
  },

  async account(name, world) {
    const account = await accountNamed(world, name);
    const accessToken = await issueToken(world, { accountId: account.id, scopes: SCOPES, appName: APP_NAME, appId: null });
    return { credentials: { instance: DOMAIN, accessToken } };
  },

  feed: (world, { limit }) => feedOf(world, { limit }),

  faults: mastodonFaults,

  async react(world, postId, reaction) {
    const status = await find(world, "status", postId);
    if (status === null) return;
    if (reaction.kind === "comment") {
      const reader = await accountNamed(world, READER);
      await createStatus(
        world,
        { account: reader, appName: "Web" },
        { values: { status: reaction.text, in_reply_to_id: status.id }, key: null },
      );
      return;
    }
    // Each click counts as another reader's, so that counts can grow.
    const kind = reaction.kind === "like" ? "favourite" : "reblog";
    await insert(world, kind, `${status.id} reader ${await world.objects.nextId()}`, { status_id: status.id });
  },
};
