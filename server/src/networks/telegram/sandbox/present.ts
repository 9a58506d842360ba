import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Bot, Chat } from "./chats.ts";
import { find, known, type Stored } from "./model.ts";

/** The entity Message, as its bot sees it. Replies include their parent, one level deep. */
export async function presentMessage(world: SandboxWorld, message: Stored<"message">, depth = 1): Promise<Record<string, unknown>> {
  const chat = await known(world, "chat", message.chat_id);
  const replied = message.reply_to === null || depth === 0 ? null : await find(world, "message", `${chat.id}/${message.reply_to}`);
  return {
    message_id: message.message_id,
    date: message.date,
    chat: presentChat(chat),
    ...(await authorship(world, message, chat)),
    ...(message.thread_id === null ? {} : { message_thread_id: message.thread_id }),
    ...(replied === null || replied.deleted ? {} : { reply_to_message: await presentMessage(world, replied, depth - 1) }),
    ...(message.media_group_id === null ? {} : { media_group_id: message.media_group_id }),
    ...(message.text === "" ? {} : { text: message.text, ...(message.entities.length === 0 ? {} : { entities: message.entities }) }),
    ...(message.caption === "" ? {} : { caption: message.caption }),
    ...(await content(world, message)),
    ...(message.poll === null ? {} : { poll: presentPoll(world, message.poll) }),
    ...(message.reply_markup === null ? {} : { reply_markup: message.reply_markup }),
  };
}

export function presentChat(chat: Chat): Record<string, unknown> {
  return { id: Number(chat.id), title: chat.title, type: chat.type, ...(chat.username === null ? {} : { username: chat.username }) };
}

export function presentBot(bot: Bot): Record<string, unknown> {
  return { id: Number(bot.id), is_bot: true, first_name: bot.first_name, username: bot.username };
}

export function presentPoll(world: SandboxWorld, poll: NonNullable<Stored<"message">["poll"]>): Record<string, unknown> {
  const isQuiz = poll.type === "quiz";
  return {
    id: poll.id,
    question: poll.question,
    options: poll.options.map((text, index) => ({ persistent_id: String(index), text, voter_count: 0 })),
    total_voter_count: 0,
    is_closed: poll.close_date !== null && poll.close_date * 1000 <= Date.parse(world.now()),
    is_anonymous: true,
    type: poll.type,
    allows_multiple_answers: poll.allows_multiple_answers,
    allows_revoting: !isQuiz,
    members_only: false,
    ...(isQuiz ? { correct_option_ids: poll.correct_option_ids } : {}),
    ...(poll.explanation === null ? {} : { explanation: poll.explanation }),
    ...(poll.description === null ? {} : { description: poll.description }),
    ...(poll.open_period === null ? {} : { open_period: poll.open_period }),
    ...(poll.close_date === null ? {} : { close_date: poll.close_date }),
  };
}

/** A channel's posts are its own; in a group the author is a user or the channel whose post was copied. */
async function authorship(world: SandboxWorld, message: Stored<"message">, chat: Chat): Promise<Record<string, unknown>> {
  if (chat.type === "channel") return { sender_chat: presentChat(chat) };
  if (message.origin !== null) {
    const channel = presentChat(await known(world, "chat", message.origin.chat_id));
    const forward_origin = { type: "channel", chat: channel, message_id: message.origin.message_id, date: message.date };
    return { sender_chat: channel, is_automatic_forward: true, forward_origin };
  }
  const bot = message.bot_id === null ? null : await find(world, "bot", message.bot_id);
  return { from: bot === null ? { id: READER_ID, is_bot: false, first_name: message.author } : presentBot(bot) };
}

/** All readers of the sandbox are one person to a bot. */
const READER_ID = 700_000_001;

async function content(world: SandboxWorld, message: Stored<"message">): Promise<Record<string, unknown>> {
  const [fileId] = message.file_ids;
  const file = fileId === undefined ? null : await find(world, "file", fileId);
  if (file === null) return {};
  const { width, height, duration } = file;
  const common = { file_id: file.id, file_unique_id: `u${file.id}`, file_size: file.size };
  const named = { ...common, file_name: file.name, mime_type: file.mime };
  if (file.kind === "photo") return { photo: [{ ...common, width, height }] };
  if (file.kind === "video") return { video: { ...named, width, height, duration } };
  // For old clients that do not know animations, include the file as a document.
  if (file.kind === "animation") return { animation: { ...named, width, height, duration }, document: named };
  return { document: named };
}
