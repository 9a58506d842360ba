import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFile } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendPost } from "../../sandbox/pages.ts";
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
import { answerRefusals, Refusal } from "./refusal.ts";
import { repoMethods } from "./repo-methods.ts";
import { serverMethods } from "./server-methods.ts";
import { videoMethods } from "./video-methods.ts";
import { conversation, sandboxPosts } from "./view.ts";

/** A local Bluesky: account server, AppView and video service at one address. */
export const blueskySandbox: SandboxNetwork = {
  type: "Bluesky",
  slug: "bluesky",
  async routes(scope, world) {
    answerRefusals(scope);
    scope.addHook("onRequest", async (request, reply) => {
      if (/^DPoP /i.test(request.headers.authorization ?? "")) reply.header("dpop-nonce", nonceOf(world));
    });
    await mountOAuth(scope, blueskySandbox, world);
    mountMethods(scope, { ...serverMethods, ...repoMethods, ...blobMethods, ...feedMethods, ...videoMethods }, world);
    mountPages(scope, world);
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

function mountPages(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get<{ Params: { did: string; rkey: string } }>("/profile/:did/post/:rkey", async (request, reply) => {
    const { did, rkey } = request.params;
    const postId = uriOf({ did, collection: POSTS, rkey });
    return sendPost(reply, { network: blueskySandbox, world, feed: await conversation(world, postId), postId });
  });
  scope.get<{ Params: { did: string; cid: string } }>("/files/:did/:cid", async (request, reply) => sendBlob(request, reply, world));
}

async function sendBlob(
  request: FastifyRequest<{ Params: { did: string; cid: string } }>,
  reply: FastifyReply,
  world: SandboxWorld,
): Promise<FastifyReply> {
  const { did, cid } = request.params;
  const stored = await find(world, "blob", `${did}/${cid}`);
  const bytes = stored === null ? null : await world.objects.getBytes(cid);
  if (stored === null || bytes === null) throw new Refusal(404, "BlobNotFound", "Blob not found");
  return sendFile(request, reply, { bytes, mime: stored.blob.mimeType });
}
