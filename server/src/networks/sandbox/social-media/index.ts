import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { ignoresKeys } from "../faults.ts";
import { reacting } from "../kit/feed.ts";
import { userNameOf } from "../kit/names.ts";
import { answerRefusals } from "../kit/refusals.ts";
import { parsedJson } from "../kit/requests.ts";
import { mountSite } from "../kit/site.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { receive, refusal } from "./events.ts";
import { feedOf } from "./feed.ts";
import { find, findOrInsert, insert, type Stored } from "./model.ts";

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

  /** As in `docs/webhook-channel.md`, where 410 corresponds to a platform's rejected token. */
  faults: {
    supports: ["ignore-keys"],
    purpose({ method, path, body }) {
      if (method !== "POST" || !path.startsWith("/hooks/")) return null;
      return ["post", "comment"].includes(eventOf(body)) ? "post" : "other";
    },
    refusal(kind) {
      if (kind === "rate") return { status: 429, body: { error: "Too many requests" } };
      if (kind === "broken") return { status: 500, body: { error: "Internal error" } };
      if (kind === "revoked") return { status: 410, body: { error: "This hook is gone" } };
      if (kind === "unread") return null;
      return { status: 409, body: { error: "This has already been posted" } };
    },
  },

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

/** An older request may be a replay. */
const AGE_SECONDS_MAX = 300;

/** The account of the webhook if the request is fresh and signed with its secret; else refuses with 401, or 404 if unknown. */
export async function verifiedAccount(
  world: SandboxWorld,
  { hook, body, request }: { readonly hook: string; readonly body: string; readonly request: FastifyRequest },
): Promise<Stored<"account">> {
  const account = await find(world, "account", hook);
  if (account === null) throw refusal(404, "There is no such hook.");
  const timestamp = headerOf(request, "rostrum-timestamp");
  const age = Math.abs(toEpochMilliseconds(world.now()) / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > AGE_SECONDS_MAX) throw refusal(401, "The timestamp is missing, wrong or too old.");
  const expected = Buffer.from(`v1=${createHmac("sha256", account.secret).update(`${timestamp}.${body}`).digest("hex")}`);
  const given = Buffer.from(headerOf(request, "rostrum-signature"));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal(401, "The signature is wrong.");
  return account;
}

export function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

const Event = z.object({ event: z.string() });

/** The network reads bodies as text. */
function eventOf(body: unknown): string {
  return Event.safeParse(parsedJson(typeof body === "string" ? body : "")).data?.event ?? "";
}
