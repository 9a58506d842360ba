import { reacting } from "../../sandbox/kit/reactions.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { append, copyOf, type Message, messageAt } from "./messages.ts";
import { known } from "./model.ts";
import { presentMessage } from "./present.ts";
import { threadOf } from "./sending.ts";
import { notify } from "./updates.ts";

/** A reader likes, shares or comments. Each click counts as another reader's, so that counts can grow. */
export const react = reacting({
  find(world, postId) {
    const [chatId = "", number = ""] = postId.split("/");
    return messageAt(world, chatId, Number(number));
  },
  comment,
});

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
