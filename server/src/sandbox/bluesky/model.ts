import { z } from "zod";
import type { SandboxObject, SandboxWorld } from "../network.ts";

const blobRef = z.object({
  $type: z.literal("blob"),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
});
/** A file reference in a record. */
export type BlobRef = z.output<typeof blobRef>;

/** What this network stores, by kind. */
const kinds = {
  /** By DID. */
  account: z.object({ handle: z.string(), appPassword: z.string() }),
  /** By handle. */
  handle: z.object({ did: z.string() }),
  /** By token. Service tokens have the method they are for. */
  access: z.object({ did: z.string(), method: z.string().nullable(), expiresAt: z.string() }),
  /** By token. `next` is the token it was exchanged for. */
  refresh: z.object({ did: z.string(), next: z.string().nullable(), expiresAt: z.string() }),
  /** By DID and CID. */
  blob: z.object({ did: z.string(), blob: blobRef }),
  /** By `at://` address. `parent` is what it replies to and `subject` what it likes or shares; "" if nothing. */
  record: z.object({
    did: z.string(),
    collection: z.string(),
    rkey: z.string(),
    cid: z.string(),
    value: z.record(z.string(), z.unknown()),
    parent: z.string(),
    subject: z.string(),
  }),
  /** By id; an account's video being processed. */
  job: z.object({ did: z.string(), cid: z.string(), blob: blobRef.nullable(), readyAt: z.string() }),
} as const;

type Kind = keyof typeof kinds;
type Fields<K extends Kind> = z.output<(typeof kinds)[K]>;
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
  options: { where: Readonly<Record<string, string>>; limit: number },
): Promise<Stored<K>[]> {
  return (await world.objects.list(kind, options)).map((object) => read(kind, object));
}

/** Stores a new document; false if the id is taken. */
export function insert<K extends Kind>(world: SandboxWorld, kind: K, id: string, fields: Fields<K>): Promise<boolean> {
  return world.objects.insert(kind, id, { ...fields });
}

export function put<K extends Kind>(world: SandboxWorld, kind: K, id: string, fields: Fields<K>): Promise<void> {
  return world.objects.put(kind, id, { ...fields });
}

/** The one cast from a kind's schema to its type, which TypeScript cannot infer through the table. */
function read<K extends Kind>(kind: K, object: SandboxObject): Stored<K> {
  const fields = kinds[kind].parse(object.document) as Fields<K>;
  return { ...fields, id: object.id, createdAt: object.createdAt };
}
