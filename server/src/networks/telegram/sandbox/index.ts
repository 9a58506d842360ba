import type { SandboxNetwork } from "../../sandbox/network.ts";
import { accountNamed } from "./chats.ts";
import { telegramFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { mountMethods } from "./methods.ts";
import { mountPages } from "./pages.ts";
import { react } from "./readers.ts";
import { answerRefusals } from "./refusal.ts";
import { stopWaiting } from "./updates.ts";

/** A local Telegram: the Bot API, channels with discussion groups, and the pages that links lead to. */
export const telegramSandbox: SandboxNetwork = {
  type: "Telegram",
  slug: "telegram",
  routes(scope, world) {
    answerRefusals(scope);
    mountMethods(scope, world);
    mountPages(scope, telegramSandbox, world);
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
