import type { z } from "zod";
import type { SandboxObject, SandboxWorld } from "../network.ts";

/**
 * What a network stores, by kind, read and written with the kind's schema:
 *
 *     export const kinds = { account: z.object({ name: z.string() }) };
 *     export const { find, known, list, insert, change, remove } = model(kinds);
 *     export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
 *
 * Kinds that begin with an underscore belong to the sandbox: faults, and those of this folder.
 */
export function model<Kinds extends KindSchemas>(kinds: Kinds): Model<Kinds> {
  // The one cast from a kind's schema to its type, which TypeScript cannot infer through the table.
  const parse = <K extends keyof Kinds & string>(kind: K, document: unknown) => kinds[kind]?.parse(document) as FieldsOf<Kinds, K>;
  const read = <K extends keyof Kinds & string>(kind: K, { id, document, createdAt }: SandboxObject): StoredOf<Kinds, K> => ({
    ...parse(kind, document),
    id,
    createdAt,
  });
  const known: Model<Kinds>["known"] = async (world, kind, id) => {
    const object = await world.objects.get(kind, id);
    if (object === null) throw new Error(`The ${kind} ${id} is gone.`);
    return read(kind, object);
  };
  return {
    parse,
    async find(world, kind, id) {
      const object = await world.objects.get(kind, id);
      return object === null ? null : read(kind, object);
    },
    known,
    async findOrInsert(world, kind, id, fields) {
      await world.objects.insert(kind, id, { ...fields });
      return known(world, kind, id);
    },
    async list(world, kind, options) {
      return (await world.objects.list(kind, options)).map((object) => read(kind, object));
    },
    insert: (world, kind, id, fields) => world.objects.insert(kind, id, { ...fields }),
    put: (world, kind, id, fields) => world.objects.put(kind, id, { ...fields }),
    async change(world, kind, stored, fields) {
      const { id, createdAt: _createdAt, ...rest } = stored;
      await world.objects.put(kind, id, { ...rest, ...fields });
    },
    remove: (world, kind, id) => world.objects.delete(kind, id),
  };
}

type KindSchemas = Readonly<Record<string, z.ZodType<Record<string, unknown>>>>;

export type FieldsOf<Kinds extends KindSchemas, K extends keyof Kinds> = z.output<Kinds[K]>;
/** A stored document with its id and creation time. */
export type StoredOf<Kinds extends KindSchemas, K extends keyof Kinds> = FieldsOf<Kinds, K> & {
  readonly id: string;
  readonly createdAt: SandboxObject["createdAt"];
};

export interface Model<Kinds extends KindSchemas> {
  /** Reads a document that is stored within another. Throws if it does not match the kind's schema. */
  parse<K extends keyof Kinds & string>(kind: K, document: unknown): FieldsOf<Kinds, K>;
  /** The document; null if there is none. Throws if it does not match its kind's schema. */
  find<K extends keyof Kinds & string>(world: SandboxWorld, kind: K, id: string): Promise<StoredOf<Kinds, K> | null>;
  /** The document, which must be there. */
  known<K extends keyof Kinds & string>(world: SandboxWorld, kind: K, id: string): Promise<StoredOf<Kinds, K>>;
  /** Stores a new document unless the id is taken, and returns the one that is stored: concurrent calls get the same one. */
  findOrInsert<K extends keyof Kinds & string>(
    world: SandboxWorld,
    kind: K,
    id: string,
    fields: FieldsOf<Kinds, K>,
  ): Promise<StoredOf<Kinds, K>>;
  /** Newest first; `where` filters by equal field values. */
  list<K extends keyof Kinds & string>(
    world: SandboxWorld,
    kind: K,
    options: { readonly where?: Readonly<Record<string, string>>; readonly limit: number },
  ): Promise<StoredOf<Kinds, K>[]>;
  /** Stores a new document; false if the id is taken. */
  insert<K extends keyof Kinds & string>(world: SandboxWorld, kind: K, id: string, fields: FieldsOf<Kinds, K>): Promise<boolean>;
  /** Stores a document, replacing an older one. */
  put<K extends keyof Kinds & string>(world: SandboxWorld, kind: K, id: string, fields: FieldsOf<Kinds, K>): Promise<void>;
  /** Overwrites individual fields of a document. */
  change<K extends keyof Kinds & string>(
    world: SandboxWorld,
    kind: K,
    stored: StoredOf<Kinds, K>,
    fields: Partial<FieldsOf<Kinds, K>>,
  ): Promise<void>;
  remove(world: SandboxWorld, kind: keyof Kinds & string, id: string): Promise<void>;
}
