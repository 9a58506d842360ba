import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { accountNamed } from "./accounts.ts";
import { blobMethods } from "./blobs.ts";
import { blueskyFaults } from "./faults.ts";
import { feedMethods } from "./feed-methods.ts";
import { mountMethods } from "./methods.ts";
import { find, list } from "./model.ts";
import { mountOAuth } from "./oauth/index.ts";
import { nonceOf } from "./oauth/proof.ts";
import { react } from "./readers.ts";
import { POSTS, uriOf } from "./records.ts";
import { failed } from "./refusal.ts";
import { repoMethods } from "./repo-methods.ts";
import { serverMethods } from "./server-methods.ts";
import { videoMethods } from "./video-methods.ts";
import { sandboxPosts } from "./view.ts";

/** A local Bluesky: account server, AppView and video service at one address. */
export const blueskySandbox: SandboxNetwork = {
  type: "Bluesky",
  slug: "bluesky",
  async routes(scope, world) {
    answerRefusals(scope, { failed });
    scope.addHook("onRequest", async (request, reply) => {
      if (/^DPoP /i.test(request.headers.authorization ?? "")) reply.header("dpop-nonce", nonceOf(world));
    });
    await mountOAuth(scope, blueskySandbox, world);
    mountMethods(scope, { ...serverMethods, ...repoMethods, ...blobMethods, ...feedMethods, ...videoMethods }, world);
    mountSite(scope, blueskySandbox, world, {
      posts: { "/profile/:did/post/:rkey": ({ did = "", rkey = "" }) => uriOf({ did, collection: POSTS, rkey }) },
      files: {
        "/files/:did/:cid": async ({ did, cid = "" }) => {
          const stored = await find(world, "blob", `${did}/${cid}`);
          return stored && { id: cid, mime: stored.blob.mimeType };
        },
      },
    });
  },
  async account(name, world) {
    const account = await accountNamed(world, name);
    return { credentials: { service: world.baseUrl, identifier: account.handle, appPassword: account.appPassword } };
  },
  async feed(world, { limit }) {
    return sandboxPosts(world, await list(world, "record", { where: { collection: POSTS }, limit }));
  },
  react,
  faults: blueskyFaults,
};
