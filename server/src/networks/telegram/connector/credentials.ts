import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import { Send } from "./sends.ts";

/**
 * What is stored: the given `{"botToken","chatId"}` with the chat as its number (names change), the highest message id
 * known to exist in it, and what was sent recently. Tokens do not expire.
 */
export interface Credentials {
  readonly botToken: string;
  /** A number as text, starting with -100 for channels and supergroups. Before connecting it may be `@name`. */
  readonly chatId: string;
  readonly lastMessageId: number | null;
  readonly sends: readonly Send[];
}

const Given = z.object({ botToken: z.string().trim().min(1), chatId: z.union([z.string().trim().min(1), z.int().transform(String)]) });
const Stored = z.object({
  botToken: z.string(),
  chatId: z.string(),
  lastMessageId: z.int().nullable().catch(null),
  sends: z.array(Send).catch([]),
});

/** Reads a credentials file. */
export function readCredentials(given: unknown): Credentials | { readonly problem: string } {
  const result = Given.safeParse(given);
  if (!result.success) return { problem: 'The credentials need "botToken" (from @BotFather) and "chatId" (such as @channel).' };
  const { botToken, chatId } = result.data;
  // The token becomes part of a URL, so nothing but its exact format may pass.
  if (!/^\d+:[\w-]+$/.test(botToken)) return { problem: "The bot token must look like 123456789:AA…, as given by @BotFather." };
  const chat = chatIdOf(chatId);
  return chat === null
    ? { problem: "The chat must be a public name such as @channel, or a number such as -1001234567890." }
    : { botToken, chatId: chat, lastMessageId: null, sends: [] };
}

/** Reads what connecting stored; throws on anything else, which only a bug can have stored. */
export function storedCredentials(stored: Json): Credentials {
  return Stored.parse(stored);
}

/** The same chat has the same messages, whichever token is used from now on. */
export function connectedAgain(earlier: Json, given: Json): Json {
  const [before, now] = [Stored.safeParse(earlier).data, storedCredentials(given)];
  if (before === undefined || before.chatId !== now.chatId) return given;
  return { ...now, lastMessageId: before.lastMessageId, sends: before.sends.map((send) => ({ ...send })) };
}

/** A chat as people write it: `@channel`, `channel`, `https://t.me/channel`, `https://t.me/c/1234567890/5`, `-1001234567890`. */
export function chatIdOf(text: string): string | null {
  if (/^-?\d{1,16}$/.test(text)) return text;
  const [, internal, linked] = /^(?:https?:\/\/)?(?:t|telegram)\.me\/(?:c\/(\d{1,13})|(\w+))(?:[/?].*)?$/i.exec(text) ?? [];
  if (internal !== undefined) return String(-Number(internal) - SUPERGROUPS_BELOW);
  const name = linked ?? text.replace(/^@/, "");
  return /^[a-z]\w{3,31}$/i.test(name) ? `@${name}` : null;
}

/** Channels and supergroups number their own messages consecutively; basic groups do not. */
export function hasOwnNumbering(chatId: string): boolean {
  return Number(chatId) < -SUPERGROUPS_BELOW;
}

/** The number that identifies a private channel or supergroup in links: its id without the leading -100. */
export function internalId(chatId: string): number {
  return -Number(chatId) - SUPERGROUPS_BELOW;
}

const SUPERGROUPS_BELOW = 1_000_000_000_000;
