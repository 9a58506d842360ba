import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reacting, reactionsOn } from "../../sandbox/kit/feed.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { accountNamed, type Bot, botOfToken } from "./chats.ts";
import { deleteMessage, editMessageLiveLocation } from "./editing.ts";
import { feedOf } from "./feed.ts";
import { type Fields, readFields } from "./fields.ts";
import { append, copyOf, type Message, messageAt } from "./messages.ts";
import { find, known } from "./model.ts";
import { sendPoll } from "./polls.ts";
import { presentChat, presentMessage } from "./present.ts";
import { getChat, getChatMember, getMe } from "./reading.ts";
import { ANSWERS, refusal, telegramFaults } from "./refusal.ts";
import { sendFile, sendMediaGroup, sendMessage, threadOf } from "./sending.ts";
import { getUpdates, getWebhookInfo, notify, stopWaiting } from "./updates.ts";

const counted = reacting({
  find(world, postId) {
    const [chatId = "", number = ""] = postId.split("/");
    return messageAt(world, chatId, Number(number));
  },
  comment,
});

/** A local Telegram: the Bot API, channels with discussion groups, and the pages that links lead to. */
export const telegramSandbox: SandboxNetwork = {
  type: "Telegram",
  slug: "telegram",
  routes(scope, world) {
    answerRefusals(scope, ANSWERS);
    mountMethods(scope, world);
    const chatOf = async (name = "") => (await find(world, "username", name.toLowerCase()))?.chat_id ?? null;
    mountSite(scope, telegramSandbox, world, {
      posts: {
        "/c/:number/:id": ({ number, id }) => `-100${number}/${id}`,
        "/:name/:id": async ({ name, id }) => `${await chatOf(name)}/${id}`,
      },
      lists: {
        "/:name": async ({ name }) => {
          const chatId = await chatOf(name);
          const isShown = ({ id }: SandboxPost) => id.startsWith(`${chatId}/`);
          return chatId === null ? null : { title: `@${name}`, lead: "Posts in this channel, newest first.", isShown };
        },
      },
      files: {
        "/files/:id/:name": async ({ id = "" }) => {
          const file = await find(world, "file", id);
          return file && { id, mime: file.mime };
        },
      },
    });
    scope.addHook("preClose", async () => stopWaiting(world));
  },
  async account(name, world) {
    const { chat, bot } = await accountNamed(world, name);
    return { credentials: { botToken: bot.token, chatId: `@${chat.username}` } };
  },
  feed: feedOf,
  async react(world, postId, reaction) {
    await counted(world, postId, reaction);
    if (reaction.kind === "like") await tellReactions(world, postId);
  },
  faults: telegramFaults,
};

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

/** Comments on a channel's post are replies to its copy in the discussion group; without a group there are none. */
async function comment(world: SandboxWorld, message: Message, text: string): Promise<void> {
  const chat = await known(world, "chat", message.chat_id);
  const target = chat.type === "channel" ? await copyOf(world, message) : message;
  if (target === null) return;
  const group = await known(world, "chat", target.chat_id);
  const answer = { text: text.trim(), author: "Reader", reply_to: target.message_id, thread_id: threadOf(target, group) };
  const [stored] = await append(world, group, [answer]);
  if (stored !== undefined) await notify(world, group, { kind: "message", payload: await presentMessage(world, stored) });
}

/** Reactions in channels are anonymous: bots only get totals. */
async function tellReactions(world: SandboxWorld, postId: string): Promise<void> {
  const [chatId = "", number = ""] = postId.split("/");
  if ((await messageAt(world, chatId, Number(number))) === null) return;
  const chat = await known(world, "chat", chatId);
  const payload = {
    chat: presentChat(chat),
    message_id: Number(number),
    date: Math.floor(Date.parse(world.now()) / 1000),
    reactions: [{ type: { type: "emoji", emoji: "👍" }, total_count: (await reactionsOn(world, postId)).likes }],
  };
  await notify(world, chat, { kind: "message_reaction_count", payload });
}
