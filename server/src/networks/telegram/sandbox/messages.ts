import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { inTurn } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Chat } from "./chats.ts";
import { type Fields, find, insert, known, list, type Stored, settingsOf } from "./model.ts";
import { presentMessage } from "./present.ts";
import { tooMany } from "./refusal.ts";
import { notify } from "./updates.ts";

export type Message = Stored<"message">;
/** The content of a message; the rest follows from the chat. */
export type Content = Partial<Omit<Fields<"message">, "chat_id" | "message_id" | "date" | "deleted">> & { readonly author: string };

/** Adds messages to a chat under ascending ids; several form an album with consecutive ids. Copies a channel's to its group. */
export async function append(world: SandboxWorld, chat: Chat, contents: readonly Content[]): Promise<Message[]> {
  const messages = await inTurn(`${world.baseUrl} ${chat.id}`, () => store(world, chat, contents));
  if (chat.type === "channel" && chat.linked_chat_id !== null)
    await forward(world, await known(world, "chat", chat.linked_chat_id), messages);
  return messages;
}

/** The message; null if there is none or it has been deleted. */
export async function messageAt(world: SandboxWorld, chatId: string, messageId: number): Promise<Message | null> {
  const message = await find(world, "message", `${chatId}/${messageId}`);
  return message === null || message.deleted ? null : message;
}

/** The copy of a channel's post in the discussion group. */
export async function copyOf(world: SandboxWorld, post: Message): Promise<Message | null> {
  const { linked_chat_id: groupId } = await known(world, "chat", post.chat_id);
  if (groupId === null) return null;
  const messages = await list(world, "message", { where: { chat_id: groupId }, limit: SCAN_MAX });
  return messages.find(({ origin }) => origin?.chat_id === post.chat_id && origin.message_id === post.message_id) ?? null;
}

/** More messages than anyone makes by hand in the sandbox. */
export const SCAN_MAX = 20_000;

async function forward(world: SandboxWorld, group: Chat, posts: readonly Message[]): Promise<void> {
  const copies = await inTurn(`${world.baseUrl} ${group.id}`, () =>
    store(
      world,
      group,
      posts.map(({ text, caption, entities, file_ids, media_group_id, poll, author, chat_id, message_id }) => ({
        ...{ text, caption, entities, file_ids, media_group_id, poll, author },
        origin: { chat_id, message_id },
      })),
    ),
  );
  const { forward_seconds: delaySeconds } = await settingsOf(world);
  for (const copy of copies) await notify(world, group, { kind: "message", payload: await presentMessage(world, copy), delaySeconds });
}

/** Assigns ids in sequence; a collision with another process shows as a failed insert. */
async function store(world: SandboxWorld, chat: Chat, contents: readonly Content[]): Promise<Message[]> {
  await finishAlbums(world, chat.id);
  const [latest] = await list(world, "message", { where: { chat_id: chat.id }, limit: 1 });
  let first = (latest?.message_id ?? 0) + 1;
  while ((await find(world, "message", `${chat.id}/${first}`)) !== null) first += 1;
  const messages = contents.map((content, index) => documentOf(world, chat, { content, number: first + index }));
  const [only] = messages;
  if (only === undefined) return [];
  if (messages.length > 1) return storeAlbum(world, { chat_id: chat.id, messages });
  const stored = await storeOne(world, only);
  return stored === null ? store(world, chat, contents) : [stored];
}

/** Stores the whole album before its first message is visible; after a crash it is completed on the chat's next use. */
async function storeAlbum(world: SandboxWorld, album: Fields<"album">): Promise<Message[]> {
  const id = await world.objects.nextId();
  storing.add(id);
  await insert(world, "album", id, album);
  const messages: Message[] = [];
  for (const message of album.messages) {
    const stored = await storeOne(world, message);
    if (stored !== null) messages.push(stored);
  }
  await world.objects.delete("album", id);
  storing.delete(id);
  return messages;
}

/** Completes albums interrupted by a crash. */
export async function finishAlbums(world: SandboxWorld, chatId: string): Promise<void> {
  for (const { id, messages } of await list(world, "album", { where: { chat_id: chatId }, limit: SCAN_MAX })) {
    if (storing.has(id)) continue;
    for (const message of messages) await storeOne(world, message);
    await world.objects.delete("album", id);
  }
}

const storing = new Set<string>();

/** Null if the id is taken. */
async function storeOne(world: SandboxWorld, message: Fields<"message">): Promise<Message | null> {
  const id = `${message.chat_id}/${message.message_id}`;
  return (await insert(world, "message", id, message)) ? find(world, "message", id) : null;
}

function documentOf(world: SandboxWorld, chat: Chat, { content, number }: { content: Content; number: number }): Fields<"message"> {
  return {
    bot_id: null,
    text: "",
    caption: "",
    entities: [],
    file_ids: [],
    media_group_id: null,
    poll: null,
    reply_to: null,
    thread_id: null,
    origin: null,
    reply_markup: null,
    ...content,
    chat_id: chat.id,
    message_id: number,
    date: Math.floor(toEpochMilliseconds(world.now()) / 1000),
    deleted: false,
  };
}

const WINDOW_MILLISECONDS = 60_000;
/** When messages were sent, by chat. Kept in this process. */
const sent = new Map<string, number[]>();

/** Counts the chat's messages of the last minute; an album counts each of its items. */
export async function countMessages(world: SandboxWorld, chat: Chat, count: number): Promise<void> {
  const limit = (await settingsOf(world)).messages_per_minute_in_chat;
  const key = `${world.baseUrl} ${chat.id}`;
  const now = toEpochMilliseconds(world.now());
  const recent = (sent.get(key) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
  sent.set(key, recent);
  if (recent.length + count > limit) {
    const opensAt = (recent[recent.length + count - limit - 1] ?? now) + WINDOW_MILLISECONDS;
    throw tooMany(Math.max(1, Math.ceil((opensAt - now) / 1000)));
  }
  recent.push(...Array.from({ length: count }, () => now));
}
