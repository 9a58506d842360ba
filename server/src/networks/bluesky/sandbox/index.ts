import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork, SandboxReaction, SandboxWorld } from "../../sandbox/network.ts";
import { accountNamed } from "./accounts.ts";
import { blobMethods } from "./blobs.ts";
import { mountMethods } from "./methods.ts";
import { find, LIKES, list, nextTid, POSTS, REPOSTS, type Stored } from "./model.ts";
import { mountOAuth } from "./oauth/index.ts";
import { nonceOf } from "./oauth/proof.ts";
import { createWrite, prepareWrite, repoMethods, uriOf } from "./records.ts";
import { blueskyFaults, failed } from "./refusal.ts";
import { serverMethods } from "./server-methods.ts";
import { videoMethods } from "./video-methods.ts";
import { feedMethods, sandboxPosts } from "./view.ts";

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

/** A reader likes, shares or replies: writes a record to a new reader's repository. Ignores deleted posts. */
export async function react(world: SandboxWorld, postUri: string, reaction: SandboxReaction): Promise<void> {
  const post = await find(world, "record", postUri);
  if (post === null || post.collection !== POSTS) return;
  const reader = await accountNamed(world, `reader-${await world.objects.nextId()}`);
  const order = { did: reader.id, rkey: nextTid(world.now()), validate: undefined };
  await createWrite(world, await prepareWrite(world, { ...order, ...recordOf(post, reaction, `${world.now().slice(0, 23)}Z`) }));
}

function recordOf(post: Stored<"record">, reaction: SandboxReaction, createdAt: string) {
  const subject = { uri: post.id, cid: post.cid };
  if (reaction.kind === "like") return { collection: LIKES, record: { subject, createdAt } };
  if (reaction.kind === "share") return { collection: REPOSTS, record: { subject, createdAt } };
  const root = rootOf(post) ?? subject;
  return { collection: POSTS, record: { text: reaction.text, createdAt, reply: { root, parent: subject } } };
}

function rootOf({ value }: Stored<"record">): unknown {
  const { reply } = value;
  return typeof reply === "object" && reply !== null && "root" in reply ? reply.root : undefined;
}
