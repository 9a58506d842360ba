import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork, SandboxPost } from "../../sandbox/network.ts";
import { accountNamed } from "./chats.ts";
import { telegramFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { mountMethods } from "./methods.ts";
import { find } from "./model.ts";
import { react } from "./readers.ts";
import { ANSWERS } from "./refusal.ts";
import { stopWaiting } from "./updates.ts";

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
  react,
  faults: telegramFaults,
};
