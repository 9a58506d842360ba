import { z } from "zod";
import type { SandboxObject, SandboxWorld } from "../network.ts";

/** What the receiver keeps, by kind. */
const kinds = {
  /** By the last part of the hook's address. */
  account: z.object({ name: z.string(), secret: z.string() }),
  /** By hook and delivery id, so that a delivery is there once however often it comes. */
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

/** The document; null when there is none. One that is not of its kind's form throws: somebody else wrote it. */
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

/** Stores a new document; false when the id is taken. */
export function insert<K extends Kind>(world: SandboxWorld, kind: K, id: string, fields: Fields<K>): Promise<boolean> {
  return world.objects.insert(kind, id, { ...fields });
}

/** The one place where the schema of a kind is taken for that kind's type, which TypeScript cannot follow through the table. */
function read<K extends Kind>(kind: K, object: SandboxObject): Stored<K> {
  const fields = kinds[kind].parse(object.document) as Fields<K>;
  return { ...fields, id: object.id, createdAt: object.createdAt };
}
