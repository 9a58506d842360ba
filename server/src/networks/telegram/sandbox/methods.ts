import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Bot, botOfToken } from "./chats.ts";
import { deleteMessage, editMessageLiveLocation, editMessageReplyMarkup } from "./editing.ts";
import { type Fields, readFields } from "./fields.ts";
import { sendPoll } from "./polls.ts";
import { getChat, getChatMember, getMe } from "./reading.ts";
import { refusal } from "./refusal.ts";
import { sendFile, sendMediaGroup, sendMessage } from "./sending.ts";
import { getUpdates, getWebhookInfo } from "./updates.ts";

type Method = (world: SandboxWorld, bot: Bot, fields: Fields) => Promise<unknown>;

const methods: Readonly<Record<string, Method>> = {
  getMe,
  getChat,
  getChatMember,
  getUpdates,
  getWebhookInfo,
  sendMessage,
  sendPhoto: sendFile("photo"),
  sendVideo: sendFile("video"),
  sendAnimation: sendFile("animation"),
  sendDocument: sendFile("document"),
  sendMediaGroup,
  sendPoll,
  editMessageLiveLocation,
  editMessageReplyMarkup,
  deleteMessage,
};
/** Method names are case-insensitive. */
const byName = new Map(Object.entries(methods).map(([name, method]) => [name.toLowerCase(), method]));

type MethodRequest = FastifyRequest<{ Params: { token: string; method: string } }>;

/** `/bot<token>/<method>`, by GET and POST. */
export function mountMethods(scope: FastifyInstance, world: SandboxWorld): void {
  scope.route<{ Params: { token: string; method: string } }>({
    method: ["GET", "POST"],
    // The digits and the colon distinguish this from channels whose names start with "bot".
    url: "/bot:token(^\\d+:[\\w-]+)/:method",
    handler: async (request: MethodRequest, reply: FastifyReply) => {
      const bot = await botOfToken(world, request.params.token);
      const method = byName.get(request.params.method.toLowerCase());
      if (method === undefined) throw refusal(404, "Not Found: method not found");
      return reply.send({ ok: true, result: await method(world, bot, await readFields(request)) });
    },
  });
}
