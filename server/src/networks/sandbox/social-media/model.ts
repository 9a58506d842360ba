import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../kit/model.ts";

/** What the receiver stores, by kind. */
const kinds = {
  /** By the last part of the webhook's URL. */
  account: z.object({ name: z.string(), secret: z.string() }),
  /** By webhook and delivery id, so that a repeated delivery is stored once. */
  post: z.object({
    author: z.string(),
    text: z.string(),
    link: z.string().nullable(),
    title: z.string().nullable(),
    poll: z.object({ options: z.array(z.string()), endsAt: z.string() }).nullable(),
    /** `file` names the stored bytes. */
    media: z.array(z.object({ file: z.string(), mime: z.string(), alt: z.string() })),
    replyTo: z.string().nullable(),
  }),
} as const;

export const { find, findOrInsert, list, insert } = model(kinds);

type Kind = keyof typeof kinds;
export type Fields<K extends Kind> = FieldsOf<typeof kinds, K>;
export type Stored<K extends Kind> = StoredOf<typeof kinds, K>;
