import { z } from "zod";
import type { SandboxObject, SandboxWorld } from "../network.ts";

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
  reaction: z.object({ post: z.string(), kind: z.enum(["like", "share"]) }),
} as const;

type Kind = keyof typeof kinds;
export type Fields<K extends Kind> = z.output<(typeof kinds)[K]>;
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

/** The one cast from a kind's schema to its type, which TypeScript cannot infer through the table. */
function read<K extends Kind>(kind: K, object: SandboxObject): Stored<K> {
  const fields = kinds[kind].parse(object.document) as Fields<K>;
  return { ...fields, id: object.id, createdAt: object.createdAt };
}
