import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Bot, type Chat, chatNamed, requireWriter } from "./chats.ts";
import { type Fields, nested, parse, Text, Whole } from "./fields.ts";
import { append, type Content, countMessages, type Message, messageAt } from "./messages.ts";
import { settingsOf } from "./model.ts";
import { presentMessage } from "./present.ts";
import { badRequest } from "./refusal.ts";
import { notify } from "./updates.ts";
import { type FileKind, fileOf } from "./uploads.ts";

/** Parameters common to all sending methods. */
const Common = z.object({
  chat_id: z.unknown(),
  reply_parameters: nested(z.object({ message_id: Whole, allow_sending_without_reply: z.boolean().optional() })).optional(),
  reply_to_message_id: Whole.optional(),
  parse_mode: Text.optional(),
  caption: Text.default(""),
});
const TextMessage = z.object({ text: Text.default(""), entities: nested(z.array(z.record(z.string(), z.unknown()))).default([]) });
const FileMessage = z.object({ width: Whole.default(0), height: Whole.default(0), duration: Whole.default(0) });
const Item = z.object({
  type: z.string(),
  media: z.string(),
  caption: Text.default(""),
  width: z.int().default(0),
  height: z.int().default(0),
  duration: z.int().default(0),
});
const Album = z.object({ media: nested(z.array(Item)) });
const ALBUM_LENGTH_MAX = 10;

/** `sendMessage`. */
export async function sendMessage(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const { text, entities } = parse(TextMessage, fields);
  const { text_length } = await settingsOf(world);
  const trimmed = text.trim();
  if (trimmed === "") throw badRequest("message text is empty");
  if (trimmed.length > text_length) throw badRequest("message is too long");
  const [message] = await post(world, { bot, fields, contents: async () => [{ text: trimmed, entities }] });
  return message;
}

/** `sendPhoto`, `sendVideo`, `sendAnimation`, `sendDocument`: one file with a caption. */
export function sendFile(kind: FileKind) {
  return async (world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> => {
    const told = parse(FileMessage, fields);
    const contents = async (caption: string) => {
      const id = await fileOf(world, bot, { sent: fields, field: kind, value: fields.values[kind], kind, told });
      return [{ caption, file_ids: [id] }];
    };
    const [message] = await post(world, { bot, fields, contents });
    return message;
  };
}

/** `sendMediaGroup`: a whole album or nothing. */
export async function sendMediaGroup(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const { media } = parse(Album, fields);
  if (media.length === 0) throw badRequest("there are no messages to send");
  if (media.length > ALBUM_LENGTH_MAX) throw badRequest("too many messages to send as an album");
  const kinds = media.map(({ type }) => albumKind(type));
  if (kinds.includes("document") && kinds.some((kind) => kind !== "document")) {
    throw badRequest("document can't be mixed with other media types");
  }
  const contents = async () => {
    const made: Omit<Content, "author">[] = [];
    // A single item is an ordinary message.
    const albumId = media.length === 1 ? null : await world.objects.nextId();
    for (const [index, item] of media.entries()) {
      await checkCaption(world, item.caption.trim());
      const kind = kinds[index] ?? "document";
      const id = await fileOf(world, bot, { sent: fields, field: "media", value: item.media, kind, told: item });
      made.push({ caption: item.caption.trim(), file_ids: [id], media_group_id: albumId });
    }
    return made;
  };
  return post(world, { bot, fields, contents });
}

/** Runs the checks common to all methods, stores the messages and returns them. */
export async function post(
  world: SandboxWorld,
  sent: {
    readonly bot: Bot;
    readonly fields: Fields;
    readonly contents: (caption: string, chat: Chat) => Promise<readonly Omit<Content, "author">[]>;
  },
): Promise<Record<string, unknown>[]> {
  const { bot, fields } = sent;
  const common = parse(Common, fields);
  const chat = await chatNamed(world, common.chat_id);
  await requireWriter(world, chat, bot);
  if (common.parse_mode) throw badRequest("can't parse entities: this network shows text as it is");
  await checkCaption(world, common.caption.trim());
  const replied = await repliedTo(world, chat, common);
  const contents = await sent.contents(common.caption.trim(), chat);
  await countMessages(world, chat, contents.length);
  const placed = { reply_to: replied?.message_id ?? null, thread_id: replied === null ? null : threadOf(replied, chat) };
  const author = chat.type === "channel" ? chat.title : bot.first_name;
  const messages = await append(
    world,
    chat,
    contents.map((content) => ({ ...content, ...placed, bot_id: bot.id, author })),
  );
  const shown = await Promise.all(messages.map((message) => presentMessage(world, message)));
  // Other bots see a channel's posts; a bot gets no update for what it has sent itself.
  if (chat.type === "channel") {
    for (const payload of shown) await notify(world, chat, { kind: "channel_post", payload, causedBy: bot.id });
  }
  return shown;
}

/** The id of the message that starts the conversation in a discussion group. */
export function threadOf(replied: Message, chat: Chat): number | null {
  if (chat.type === "channel") return null;
  return replied.thread_id ?? (replied.origin === null ? null : replied.message_id);
}

async function repliedTo(world: SandboxWorld, chat: Chat, common: z.output<typeof Common>): Promise<Message | null> {
  const id = common.reply_parameters?.message_id ?? common.reply_to_message_id;
  if (id === undefined) return null;
  const message = await messageAt(world, chat.id, id);
  if (message === null && common.reply_parameters?.allow_sending_without_reply !== true)
    throw badRequest("message to be replied not found");
  return message;
}

async function checkCaption(world: SandboxWorld, caption: string): Promise<void> {
  if (caption.length > (await settingsOf(world)).caption_length) throw badRequest("message caption is too long");
}

function albumKind(type: string): FileKind {
  if (type === "photo" || type === "video" || type === "document") return type;
  throw badRequest(`can't parse InputMedia: type "${type}" can't be used in sendMediaGroup`);
}
