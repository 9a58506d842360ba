import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";

/** What this network stores, by kind. Field names are Mastodon's, as in its responses. */
const kinds = {
  account: z.object({ username: z.string(), display_name: z.string() }),
  /** By user name: which account has it. */
  username: z.object({ account_id: z.string() }),
  /** By access token. */
  token: z.object({ account_id: z.string(), app_name: z.string(), app_id: z.string().nullable(), scopes: z.array(z.string()) }),
  /** By client id. */
  app: z.object({
    name: z.string(),
    website: z.string().nullable(),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.string()),
    client_secret: z.string(),
  }),
  /** By authorization code. */
  code: z.object({
    client_id: z.string(),
    account_id: z.string(),
    redirect_uri: z.string(),
    scopes: z.array(z.string()),
    code_challenge: z.string().nullable(),
  }),
  /** By authorization code; marks it as exchanged. */
  code_used: z.object({}),
  media: z.object({
    account_id: z.string(),
    type: z.enum(["image", "gifv", "video"]),
    mime: z.string(),
    description: z.string().nullable(),
    focus: z.object({ x: z.number(), y: z.number() }).nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    /** ISO time; until then a GET returns 206. */
    ready_at: z.string(),
    failed: z.boolean(),
  }),
  /** By media id: the picture that was sent for it, which is seen before it is played. */
  thumbnail: z.object({ mime: z.string() }),
  /** By media id: the status that has it. Inserting it twice fails, so no file can be in two statuses. */
  attachment: z.object({ status_id: z.string() }),
  status: z.object({
    account_id: z.string(),
    text: z.string(),
    spoiler_text: z.string(),
    visibility: z.enum(["public", "unlisted", "private", "direct"]),
    sensitive: z.boolean(),
    language: z.string().nullable(),
    in_reply_to_id: z.string().nullable(),
    in_reply_to_account_id: z.string().nullable(),
    media_ids: z.array(z.string()),
    poll: z.object({ options: z.array(z.string()), expires_at: z.string(), multiple: z.boolean(), hide_totals: z.boolean() }).nullable(),
    app_name: z.string(),
    /** The account's status count including this one, to avoid counting for every response. */
    number_of_account: z.int(),
  }),
  /** By account and key: the whole status created by the first request with this key. */
  idempotency: z.object({ status_id: z.string(), status: z.record(z.string(), z.unknown()) }),
} as const;

export const { find, findOrInsert, known, list, insert, parse: parseFields } = model(kinds);

type Kind = keyof typeof kinds;
export type Fields<K extends Kind> = FieldsOf<typeof kinds, K>;
export type Stored<K extends Kind> = StoredOf<typeof kinds, K>;
