import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { ignoresKeys } from "../faults.ts";
import { sendFile } from "../files.ts";
import { userNameOf } from "../kit/names.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { sendPost } from "../pages.ts";
import { receive } from "./events.ts";
import { socialMediaFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { find, findOrInsert, insert } from "./model.ts";
import { answerRefusals, Refusal } from "./refusal.ts";
import { verifiedAccount } from "./verify.ts";

/** A reserved host name (RFC 2606): a sandbox channel's requests go to this network whatever its webhook's host. */
const HOST = "https://receiver.example";
const READER = "Reader";
const POSTS_MAX = 10_000;

/** A receiver of signed webhooks that shows what it received. */
export const socialMediaSandbox: SandboxNetwork = {
  type: "Social Media",
  slug: "social-media",

  routes(scope, world) {
    answerRefusals(scope);
    // The signature covers the raw bytes.
    scope.addContentTypeParser("application/json", { parseAs: "string" }, async (_request: unknown, body: string | Buffer) => String(body));
    mountHook(scope, world);
    mountPages(scope, world);
  },

  async account(name, world) {
    const hook = userNameOf(name);
    const fresh = { name: name.trim() || hook, secret: randomBytes(24).toString("base64url") };
    const { secret } = await findOrInsert(world, "account", hook, fresh);
    return { credentials: { url: `${HOST}/hooks/${hook}`, secret } };
  },

  feed: feedOf,

  faults: socialMediaFaults,

  async react(world, postId, reaction) {
    if ((await find(world, "post", postId)) === null) return;
    const id = await world.objects.nextId();
    if (reaction.kind !== "comment") {
      await insert(world, "reaction", id, { post: postId, kind: reaction.kind });
      return;
    }
    const plain = { link: null, title: null, poll: null, media: [] };
    await insert(world, "post", id, { ...plain, author: READER, text: reaction.text, replyTo: postId });
  },
};

function mountHook(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post<{ Params: { hook: string } }>("/hooks/:hook", async (request) => {
    // Forms and uploads are parsed for the readers' pages; a webhook is JSON.
    const body = typeof request.body === "string" ? request.body : "";
    const account = await verifiedAccount(world, { hook: request.params.hook, body, request });
    return receive(world, account, { body, isForgetful: ignoresKeys(request) });
  });
}

function mountPages(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get<{ Params: { id: string } }>("/posts/:id", async (request, reply) =>
    sendPost(reply, {
      network: socialMediaSandbox,
      world,
      feed: await feedOf(world, { limit: POSTS_MAX }),
      postId: request.params.id,
    }),
  );
  scope.get<{ Params: { file: string } }>("/files/:file", async (request, reply) => {
    const [, postId = "", index = ""] = /^(.+)\.(\d+)$/.exec(request.params.file) ?? [];
    const media = (await find(world, "post", postId))?.media[Number(index)];
    const bytes = media === undefined ? null : await world.objects.getBytes(media.file);
    if (media === undefined || bytes === null) throw new Refusal(404, "There is no such file.");
    return sendFile(request, reply, { bytes, mime: media.mime });
  });
}
