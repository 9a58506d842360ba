import { z } from "zod";

/** The first entry of an archive: what it is, and of which schema. */
export const Manifest = z.object({
  format: z.literal("rostrum-backup"),
  version: z.literal(1),
  createdAt: z.string(),
  /** The archive goes into a database that has had the same. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** In an order in which each comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.output<typeof Manifest>;

/** Entries after the tables: where the counters stand, and how much there was, as the sign that nothing is cut off. */
export const Sequences = z.array(z.object({ name: z.string(), value: z.int() }));
export const End = z.object({
  rows: z.record(z.string(), z.int()),
  media: z.int(),
  /** Over all that is before it; archives of earlier versions have none. */
  sha256: z.string().optional(),
});
export type End = z.output<typeof End>;

export const ENTRY = {
  manifest: "manifest.json",
  secretKey: "secret-key",
  sequences: "sequences.json",
  end: "end.json",
  /** `tables/<name>/<number of the part>`: COPY text, cut anywhere. */
  tables: "tables/",
  /** `media/<storage key>`. */
  media: "media/",
} as const;
