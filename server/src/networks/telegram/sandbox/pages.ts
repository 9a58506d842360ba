import type { FastifyInstance, FastifyReply } from "fastify";
import { sendFile } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendNotFound, sendPost } from "../../sandbox/pages.ts";
import { chatFeed } from "./feed.ts";
import { find } from "./model.ts";
import { Refusal } from "./refusal.ts";

const FEED_LENGTH = 100;
const CONVERSATION_LENGTH = 2000;

/** Pages at the URLs used in links: `/<channel>`, `/<channel>/<id>`, `/c/<number>/<id>`; files as readers load them. */
export function mountPages(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get<{ Params: { id: string } }>("/files/:id/:name", async (request, reply) => {
    const file = await find(world, "file", request.params.id);
    const bytes = file === null ? null : await world.objects.getBytes(file.id);
    if (file === null || bytes === null) throw new Refusal(404, "Not Found");
    return sendFile(request, reply, { bytes, mime: file.mime });
  });

  const sendMessage = async (reply: FastifyReply, chatId: string, messageId: string) => {
    const chat = await find(world, "chat", chatId);
    const feed = chat === null ? [] : await chatFeed(world, { chatId, limit: CONVERSATION_LENGTH });
    return sendPost(reply, { network, world, feed, postId: `${chatId}/${messageId}` });
  };

  scope.get<{ Params: { number: string; id: string } }>("/c/:number/:id", async (request, reply) =>
    sendMessage(reply, `-100${request.params.number}`, request.params.id),
  );

  scope.get<{ Params: { name: string; id: string } }>("/:name/:id", async (request, reply) => {
    const claim = await find(world, "username", request.params.name.toLowerCase());
    return sendMessage(reply, claim?.chat_id ?? "", request.params.id);
  });

  scope.get<{ Params: { name: string } }>("/:name", async (request, reply) => {
    const claim = await find(world, "username", request.params.name.toLowerCase());
    if (claim === null) return sendNotFound(reply, network, "There is no channel with this name on this sandbox network.");
    const feed = await chatFeed(world, { chatId: claim.chat_id, limit: FEED_LENGTH });
    return sendFeed(reply, { network, world, feed, title: `@${request.params.name}`, lead: "Posts in this channel, newest first." });
  });
}
