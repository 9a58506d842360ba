import type { SandboxReaction, SandboxWorld } from "../../sandbox/network.ts";
import { type Chat, knownChat } from "./chats.ts";
import { append, copyOf, type Message, messageAt, SCAN_MAX } from "./messages.ts";
import { insert, list } from "./model.ts";
import { presentChat, presentMessage } from "./present.ts";
import { threadOf } from "./sending.ts";
import { notify } from "./updates.ts";

const READER = "Reader";

/** A reader likes, shares or comments. Each click counts as another reader's, so that counts can grow. */
export async function react(world: SandboxWorld, postId: string, reaction: SandboxReaction): Promise<void> {
  const [chatId = "", number = ""] = postId.split("/");
  const message = await messageAt(world, chatId, Number(number));
  if (message === null) return;
  const chat = await knownChat(world, message.chat_id);
  if (reaction.kind === "comment") return comment(world, { chat, message, text: reaction.text });
  const kind = reaction.kind === "like" ? "reaction" : "share";
  await insert(world, kind, await world.objects.nextId(), { message: message.id });
  if (kind === "reaction") await tellReactions(world, chat, message);
}

/** Comments on a channel's post are replies to its copy in the discussion group; without a group there are none. */
async function comment(world: SandboxWorld, place: { chat: Chat; message: Message; text: string }): Promise<void> {
  const { chat, message, text } = place;
  const target = chat.type === "channel" ? await copyOf(world, message) : message;
  if (target === null) return;
  const group = await knownChat(world, target.chat_id);
  const answer = { text: text.trim(), author: READER, reply_to: target.message_id, thread_id: threadOf(target, group) };
  const [stored] = await append(world, group, [answer]);
  if (stored !== undefined) await notify(world, group, { kind: "message", payload: await presentMessage(world, stored) });
}

/** Reactions in channels are anonymous: bots only get totals. */
async function tellReactions(world: SandboxWorld, chat: Chat, message: Message): Promise<void> {
  const reactions = await list(world, "reaction", { where: { message: message.id }, limit: SCAN_MAX });
  const payload = {
    chat: presentChat(chat),
    message_id: message.message_id,
    date: Math.floor(Date.parse(world.now()) / 1000),
    reactions: [{ type: { type: "emoji", emoji: "👍" }, total_count: reactions.length }],
  };
  await notify(world, chat, { kind: "message_reaction_count", payload });
}
