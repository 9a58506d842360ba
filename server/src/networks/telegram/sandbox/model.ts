import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

const PollDocument = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  type: z.enum(["regular", "quiz"]),
  correct_option_ids: z.array(z.int()),
  explanation: z.string().nullable(),
  description: z.string().nullable(),
  allows_multiple_answers: z.boolean(),
  /** Unix time in seconds; null for a poll that stays open. */
  close_date: z.int().nullable(),
  open_period: z.int().nullable(),
});

const MessageDocument = z.object({
  chat_id: z.string(),
  message_id: z.int(),
  /** Unix time in seconds. */
  date: z.int(),
  /** The bot that sent it; null for readers' messages and automatic copies. */
  bot_id: z.string().nullable(),
  author: z.string(),
  text: z.string(),
  caption: z.string(),
  entities: z.array(z.record(z.string(), z.unknown())),
  file_ids: z.array(z.string()),
  media_group_id: z.string().nullable(),
  poll: PollDocument.nullable(),
  reply_to: z.int().nullable(),
  /** In a discussion group, the copy of the channel's post that it is below. */
  thread_id: z.int().nullable(),
  /** Set on automatic copies: chat and number of the channel's post. */
  origin: z.object({ chat_id: z.string(), message_id: z.int() }).nullable(),
  reply_markup: z.record(z.string(), z.unknown()).nullable(),
  deleted: z.boolean(),
});

/** What this network stores, by kind. Field names are the Bot API's where it has them. */
const kinds = {
  /** By user name: a channel created here, for the page that counts them. */
  account: z.object({ chat_id: z.string(), bot_id: z.string() }),
  /** By number, as text. */
  chat: z.object({
    type: z.enum(["channel", "supergroup", "group"]),
    title: z.string(),
    username: z.string().nullable(),
    linked_chat_id: z.string().nullable(),
    /** The supergroup that a group has become. */
    migrated_to: z.string().nullable(),
  }),
  /** By lower-case user name. */
  username: z.object({ chat_id: z.string() }),
  /** By number, as text. `allowed_updates` null is the default set. */
  bot: z.object({ token: z.string(), first_name: z.string(), username: z.string(), allowed_updates: z.array(z.string()).nullable() }),
  /** By chat and bot. */
  member: z.object({
    chat_id: z.string(),
    bot_id: z.string(),
    status: z.enum(["creator", "administrator", "member", "restricted", "left", "kicked"]),
    can_post_messages: z.boolean(),
    can_edit_messages: z.boolean(),
  }),
  /** By chat and id. Deleted ones stay, since ids are never reused. */
  message: MessageDocument,
  /** By its own id: an album whose messages are being stored, so that a crash leaves all of it or nothing. */
  album: z.object({ chat_id: z.string(), messages: z.array(MessageDocument) }),
  file: z.object({
    bot_id: z.string(),
    kind: z.enum(["photo", "video", "animation", "document"]),
    mime: z.string(),
    name: z.string(),
    size: z.int(),
    width: z.int(),
    height: z.int(),
    duration: z.int(),
  }),
  /** By ascending number. `visible_at` is an ISO time. */
  update: z.object({ bot_id: z.string(), kind: z.string(), payload: z.record(z.string(), z.unknown()), visible_at: z.string() }),
} as const;

export const { find, findOrInsert, known, list, insert, change } = model(kinds);

export type Kind = keyof typeof kinds;
export type Fields<K extends Kind> = FieldsOf<typeof kinds, K>;
export type Stored<K extends Kind> = StoredOf<typeof kinds, K>;

/**
 * Limits of the Bot API. The document `settings`/`server` overrides individual ones. The rate limit differs from the real
 * one: twenty messages a minute per chat would stop a trial of the service, so the sandbox is more generous.
 */
const Settings = z.object({
  text_length: z.int().default(4096),
  caption_length: z.int().default(1024),
  photo_bytes: z.int().default(10 * 1024 * 1024),
  file_bytes: z.int().default(50 * 1024 * 1024),
  messages_per_minute_in_chat: z.int().default(6000),
  /** How long a channel's post takes to reach its discussion group. */
  forward_seconds: z.number().default(0),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("server", Settings);
