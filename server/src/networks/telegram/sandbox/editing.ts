import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Bot, type Chat, chatNamed, requireMember } from "./chats.ts";
import { type Fields, parse, Whole } from "./fields.ts";
import { countMessages, finishAlbums, type Message, messageAt } from "./messages.ts";
import { change } from "./model.ts";
import { badRequest } from "./refusal.ts";

const Position = z.object({
  chat_id: z.unknown(),
  message_id: Whole.default(0),
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
});
const Place = z.object({ chat_id: z.unknown(), message_id: Whole.default(0) });

/**
 * `editMessageLiveLocation`: nobody sends locations here, so that every message of the bot's refuses to be moved. A poll that is closed is
 * one that cannot be edited.
 */
export async function editMessageLiveLocation(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const { chat_id, message_id } = parse(Position, fields);
  const message = await messageToEdit(world, { bot, chat_id, message_id });
  const closesAt = message.poll?.close_date ?? null;
  if (closesAt !== null && closesAt * 1000 <= toEpochMilliseconds(world.now())) throw badRequest("message can't be edited");
  throw badRequest("there is no live location in the message to edit");
}

/** What an edit is about. Edits share the chat's limit with messages, also those that are refused. */
async function messageToEdit(
  world: SandboxWorld,
  { bot, chat_id, message_id }: { readonly bot: Bot; readonly chat_id: unknown; readonly message_id: number },
): Promise<Message> {
  const chat = await chatNamed(world, chat_id);
  await countMessages(world, chat, 1);
  await finishAlbums(world, chat.id);
  const message = await messageAt(world, chat.id, message_id);
  const mayEdit = await isEditable(world, chat, { bot, message });
  if (message === null) throw badRequest("message to edit not found");
  if (!mayEdit) throw badRequest("message can't be edited");
  return message;
}

/** `deleteMessage`: a bot's own messages. The id is not reused. */
export async function deleteMessage(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const { chat_id, message_id } = parse(Place, fields);
  const chat = await chatNamed(world, chat_id);
  await requireMember(world, chat, bot);
  const message = await messageAt(world, chat.id, message_id);
  if (message === null) throw badRequest("message to delete not found");
  if (message.bot_id !== bot.id) throw badRequest("message can't be deleted");
  await change(world, "message", message, { deleted: true });
  return true;
}

/** A bot may edit its own messages and, with the right to edit others' messages, all posts of a channel. */
async function isEditable(world: SandboxWorld, chat: Chat, { bot, message }: { bot: Bot; message: Message | null }): Promise<boolean> {
  const member = await requireMember(world, chat, bot);
  if (message?.bot_id === bot.id) return true;
  return chat.type === "channel" && member.status === "administrator" && member.can_edit_messages;
}
