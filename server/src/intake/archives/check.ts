import {
  ARCHIVE_FORMAT,
  ARCHIVE_NOUNS,
  ARCHIVE_VERSION,
  ArchivedBrand,
  type ArchivedMedium,
  ArchiveManifest,
  type ArchiveNoun,
  BRAND_FILE,
  fileOfNoun,
  MANIFEST_FILE,
} from "@rostrum/contract/archive.ts";
import { jsonOrNull } from "@rostrum/contract/json-or-null.ts";
import type { z } from "zod";
import { BrokenArchive } from "./broken.ts";
import { NOUNS } from "./nouns.ts";
import type { Lines, ZipReader } from "./zip-reader.ts";

const MANIFEST_BYTES_MAX = 256 * 1024;

export interface CheckedArchive {
  readonly manifest: ArchiveManifest;
  readonly brand: ArchivedBrand;
  readonly counts: Readonly<Record<ArchiveNoun, number>>;
  /** By the name in the archive. */
  readonly media: ReadonlyMap<string, Pick<ArchivedMedium, "sizeBytes" | "sha256" | "mime">>;
}

/** Reads everything but the media once, and stores nothing: `BrokenArchive` if something is not as it was written. */
export async function checkArchive(zip: ZipReader): Promise<CheckedArchive> {
  const manifest = manifestOf(await zip.text(MANIFEST_FILE, MANIFEST_BYTES_MAX));
  let brand: ArchivedBrand | null = null;
  for await (const line of checked(zip, manifest, BRAND_FILE)) brand = parsed(ArchivedBrand, line, { file: BRAND_FILE, number: 1 });
  if (brand === null) throw new BrokenArchive(`The archive's ${BRAND_FILE} is damaged.`);
  const counts = Object.fromEntries(ARCHIVE_NOUNS.map((noun) => [noun, 0])) as Record<ArchiveNoun, number>;
  const media = new Map<string, Pick<ArchivedMedium, "sizeBytes" | "sha256" | "mime">>();
  let mediaBytes = 0;
  for (const noun of ARCHIVE_NOUNS) {
    const file = fileOfNoun(noun);
    for await (const line of checked(zip, manifest, file)) {
      counts[noun] += 1;
      const row = parsed(NOUNS[noun].schema, line, { file, number: counts[noun] });
      if (noun !== "media") continue;
      const medium = row as ArchivedMedium;
      if (media.has(medium.file)) throw new BrokenArchive(`The archive's ${file} names ${medium.file} twice.`);
      media.set(medium.file, { sizeBytes: medium.sizeBytes, sha256: medium.sha256, mime: medium.mime });
      mediaBytes += medium.sizeBytes;
    }
  }
  const { files, sizeBytes } = zip.mediaFound;
  if (files !== media.size || sizeBytes !== mediaBytes)
    throw new BrokenArchive(
      `The archive should have ${media.size} media files with ${mediaBytes} bytes; it has ${files} with ${sizeBytes}.`,
    );
  return { manifest, brand, counts, media };
}

/** What is stored at a time: neither many rows nor large ones. */
const BATCH_ROWS = 200;
const BATCH_LENGTH = 1024 * 1024;

/** The same lines again, once they have been checked, in batches. */
export async function* batchesOf(zip: ZipReader, noun: ArchiveNoun): AsyncGenerator<object[], void, void> {
  const file = fileOfNoun(noun);
  let number = 0;
  let batch: object[] = [];
  let length = 0;
  for await (const line of zip.lines(file)) {
    number += 1;
    batch.push(parsed(NOUNS[noun].schema, line, { file, number }));
    length += line.length;
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

function manifestOf(text: string): ArchiveManifest {
  const given = jsonOrNull(text);
  const { format, version, madeBy } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== ARCHIVE_FORMAT) throw new BrokenArchive("This is not an archive of a brand made by Rostrum.");
  if (typeof version === "number" && version > ARCHIVE_VERSION)
    throw new BrokenArchive(`The archive was made by a newer version of Rostrum (${String(madeBy)}). Update this installation first.`);
  const result = ArchiveManifest.safeParse(given);
  if (!result.success) throw new BrokenArchive(`The archive's ${MANIFEST_FILE} is damaged: ${whyOf(result.error)}.`);
  return result.data;
}

/** The lines of a file; after the last one, whether it is the file that the manifest describes. */
async function* checked(zip: ZipReader, { files }: ArchiveManifest, name: string): AsyncGenerator<string, void, void> {
  const said = files.find((file) => file.name === name);
  if (said === undefined) throw new BrokenArchive(`The archive's ${MANIFEST_FILE} does not mention ${name}.`);
  const lines: Lines = zip.lines(name);
  let count = 0;
  for await (const line of lines) {
    count += 1;
    yield line;
  }
  const { sizeBytes, sha256 } = lines.digest();
  if (said.lines !== count || said.sizeBytes !== sizeBytes || said.sha256 !== sha256)
    throw new BrokenArchive(`The archive's ${name} is not as it was written: its checksum differs.`);
}

function parsed<S extends z.ZodType>(schema: S, line: string, at: { readonly file: string; readonly number: number }): z.output<S> {
  const result = schema.safeParse(jsonOrNull(line));
  if (!result.success) throw new BrokenArchive(`The archive's ${at.file} does not fit in line ${at.number}: ${whyOf(result.error)}.`);
  return result.data;
}

function whyOf({ issues }: z.ZodError): string {
  const [{ path, message } = { path: [], message: "it is not valid" }] = issues;
  return `${path.join(".").slice(0, 100) || "the line"}: ${message.slice(0, 200)}`;
}
