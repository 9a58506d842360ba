import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { ignoresKeys } from "../faults.ts";
import { userNameOf } from "../kit/names.ts";
import { reacting } from "../kit/reactions.ts";
import { answerRefusals } from "../kit/refusals.ts";
import { mountSite } from "../kit/site.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { receive } from "./events.ts";
import { socialMediaFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { find, findOrInsert, insert } from "./model.ts";
import { verifiedAccount } from "./verify.ts";

/** A reserved host name (RFC 2606): a sandbox channel's requests go to this network whatever its webhook's host. */
const HOST = "https://receiver.example";
/** A receiver of signed webhooks that shows what it received. */
export const socialMediaSandbox: SandboxNetwork = {
  type: "Social Media",
  slug: "social-media",

  routes(scope, world) {
    answerRefusals(scope, {
      failed: (status, error) => ({ status, body: { error: status < 500 ? error : "Internal error" } }),
    });
    // The signature covers the raw bytes.
    scope.addContentTypeParser("application/json", { parseAs: "string" }, async (_request: unknown, body: string | Buffer) => String(body));
    mountHook(scope, world);
    mountSite(scope, socialMediaSandbox, world, {
      posts: { "/posts/:id": ({ id = "" }) => id },
      files: {
        "/files/:file": async ({ file = "" }) => {
          const [, postId = "", index = ""] = /^(.+)\.(\d+)$/.exec(file) ?? [];
          const media = (await find(world, "post", postId))?.media[Number(index)];
          return media === undefined ? null : { id: media.file, mime: media.mime };
        },
      },
    });
  },

  async account(name, world) {
    const hook = userNameOf(name);
    const fresh = { name: name.trim() || hook, secret: randomBytes(24).toString("base64url") };
    const { secret } = await findOrInsert(world, "account", hook, fresh);
    return { credentials: { url: `${HOST}/hooks/${hook}`, secret } };
  },

  feed: feedOf,

  faults: socialMediaFaults,

  react: reacting({
    find: (world, id) => find(world, "post", id),
    async comment(world, { id }, text) {
      const plain = { link: null, title: null, poll: null, media: [] };
      await insert(world, "post", await world.objects.nextId(), { ...plain, author: "Reader", text, replyTo: id });
    },
  }),
};

function mountHook(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post<{ Params: { hook: string } }>("/hooks/:hook", async (request) => {
    // Forms and uploads are parsed for the readers' pages; a webhook is JSON.
    const body = typeof request.body === "string" ? request.body : "";
    const account = await verifiedAccount(world, { hook: request.params.hook, body, request });
    return receive(world, account, { body, isForgetful: ignoresKeys(request) });
  });
}
