import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";

/** Files of a post or container; `file` names the stored bytes. */
const Media = z.object({ file: z.string(), mime: z.string(), alt: z.string() });
const Poll = z.object({ options: z.array(z.string()), ends_at: z.string() });

/** What a container is to become, and what a post is. Field names are the API's where it has them. */
const Content = z.object({
  media_type: z.enum(["TEXT", "IMAGE", "VIDEO", "CAROUSEL"]),
  text: z.string(),
  media: z.array(Media),
  /** The options of a poll. */
  poll_options: z.array(z.string()),
  link: z.string().nullable(),
  topic_tag: z.string().nullable(),
  reply_to: z.string().nullable(),
  quote_of: z.string().nullable(),
  reply_control: z.string(),
});

/** What this network stores, by kind. */
const kinds = {
  account: z.object({ username: z.string(), name: z.string() }),
  /** By user name: which account has it. */
  username: z.object({ account_id: z.string() }),
  container: z.object({
    account_id: z.string(),
    content: Content,
    is_carousel_item: z.boolean(),
    children: z.array(z.string()),
    processing: Processing,
    /** What processing ends with, beyond faults; null if all is well. */
    error: z.string().nullable(),
    expires_at: z.string(),
  }),
  /** Its id follows from the container's: whoever stores it has published the container, once. */
  post: z.object({
    account_id: z.string(),
    content: Content,
    poll: Poll.nullable(),
    /** `post` or `reply`: the lists of an account keep them apart. */
    role: z.enum(["post", "reply"]),
    /** The post that the conversation began with; its own id for that post. */
    root: z.string(),
    /** Its parent; "" for a post. */
    parent: z.string(),
    /** What it quotes; "" if nothing. */
    quoted: z.string(),
  }),
} as const;

export const { find, findOrInsert, known, list, insert } = model(kinds);

type Kind = keyof typeof kinds;
type Fields<K extends Kind> = FieldsOf<typeof kinds, K>;
export type Stored<K extends Kind> = StoredOf<typeof kinds, K>;
export type Content = z.output<typeof Content>;
export type NewPost = Fields<"post">;

/** More than any trial of the service creates. */
export const LIST_MAX = 10_000;

/** First digits of ids, by what they are of: told apart without asking the store. */
export const ACCOUNT_FAMILY = 2;
export const CONTAINER_FAMILY = 3;
export const POST_FAMILY = 4;

/** A container's post: the same digits in another family, so that one container can never give two posts. */
export function postIdOf(containerId: string): string {
  return `${POST_FAMILY}${containerId.slice(1)}`;
}

export function containerIdOf(postId: string): string {
  return `${CONTAINER_FAMILY}${postId.slice(1)}`;
}

export function isContainerId(id: string): boolean {
  return id.startsWith(String(CONTAINER_FAMILY));
}
