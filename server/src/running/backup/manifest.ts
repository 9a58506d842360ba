import { z } from "zod";

/** The first entry of an archive: its format and its schema. */
export const Manifest = z.object({
  format: z.literal("rostrum-backup"),
  version: z.literal(1),
  /** The version of the service. Archives of earlier versions do not say. */
  madeBy: z.string().optional(),
  createdAt: z.string(),
  /** Whether the service may have published after the backup. Archives of earlier versions do not say. */
  publishesOn: z.boolean().default(true),
  /** An archive can only be restored into a database with the same migrations. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Ordered so that each comes after the tables it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.output<typeof Manifest>;

/** Entries after the tables: the sequences' values, and the totals that show that nothing is missing. */
export const Sequences = z.array(z.object({ name: z.string(), value: z.int() }));
export const End = z.object({
  rows: z.record(z.string(), z.int()),
  media: z.int(),
  /** Covers everything before it; archives of earlier versions have none. */
  sha256: z.string().optional(),
});
export type End = z.output<typeof End>;

export const ENTRY = {
  manifest: "manifest.json",
  secretKey: "secret-key",
  sequences: "sequences.json",
  end: "end.json",
  /** `tables/<name>/<part number>`: COPY text, split at arbitrary bytes. */
  tables: "tables/",
  /** `media/<storage key>`. */
  media: "media/",
} as const;
