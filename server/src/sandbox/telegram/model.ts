import { z } from "zod";
import type { SandboxObject, SandboxWorld } from "../network.ts";

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
export const kinds = {
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
  /** `message` is chat and id. */
  reaction: z.object({ message: z.string() }),
  share: z.object({ message: z.string() }),
  settings: z.record(z.string(), z.unknown()),
} as const;

export type Kind = keyof typeof kinds;
export type Fields<K extends Kind> = z.output<(typeof kinds)[K]>;
/** A stored document with its id and creation time. */
export type Stored<K extends Kind> = Fields<K> & { readonly id: string; readonly createdAt: SandboxObject["createdAt"] };

/** The document; null if there is none. Throws if it does not match its kind's schema. */
export async function find<K extends Kind>(world: SandboxWorld, kind: K, id: string): Promise<Stored<K> | null> {
  const object = await world.objects.get(kind, id);
  return object === null ? null : read(kind, object);
}

/** Newest first. */
export async function list<K extends Kind>(
  world: SandboxWorld,
  kind: K,
  options: { where?: Readonly<Record<string, string>>; limit: number },
): Promise<Stored<K>[]> {
  return (await world.objects.list(kind, options)).map((object) => read(kind, object));
}

/** Stores a new document; false if the id is taken. */
export function insert<K extends Kind>(world: SandboxWorld, kind: K, id: string, fields: Fields<K>): Promise<boolean> {
  return world.objects.insert(kind, id, { ...fields });
}

/** Overwrites individual fields of a document. */
export async function change<K extends Kind>(world: SandboxWorld, kind: K, stored: Stored<K>, fields: Partial<Fields<K>>): Promise<void> {
  const { id, createdAt: _createdAt, ...rest } = stored;
  await world.objects.put(kind, id, { ...rest, ...fields });
}

function read<K extends Kind>(kind: K, object: SandboxObject): Stored<K> {
  return { ...parseFields(kind, object.document), id: object.id, createdAt: object.createdAt };
}

/** The one cast from a kind's schema to its type, which TypeScript cannot infer through the table. */
function parseFields<K extends Kind>(kind: K, document: unknown): Fields<K> {
  return kinds[kind].parse(document) as Fields<K>;
}
