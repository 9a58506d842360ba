import { randomUUID } from "node:crypto";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_NOUNS,
  ARCHIVE_VERSION,
  type ArchiveManifest,
  BRAND_FILE,
  fileOfNoun,
  MANIFEST_FILE,
} from "@rostrum/contract/archive.ts";
import type { App } from "../../app.ts";
import { forbidRemoval } from "../../brands/media/orphans-store.ts";
import { csvOf } from "../../brands/published/csv.ts";
import { transaction } from "../../ground/database/query.ts";
import { MissingFile } from "../../ground/storage/storage.ts";
import { VERSION } from "../../ground/version.ts";
import { NOUNS } from "./nouns.ts";
import { lackOfRoom, NoRoom } from "./room.ts";
import { findArchivedBrand, holdSnapshot, readEntryLines, readFiles, readNoun, readPostLines, sumMedia } from "./rows-store.ts";
import type { Written, ZipWriter } from "./zip-writer.ts";

export interface Progress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

type Ground = Pick<App, "db" | "storage" | "clock">;

/** Media are not compressed: that the archive fits is known before its first byte. */
async function holdSpace({ storage }: Ground, mediaBytes: number): Promise<void> {
  const lack = await lackOfRoom(storage, mediaBytes);
  if (lack !== null) throw new NoRoom(lack);
}

/**
 * Writes everything of a brand, as it is at one moment. The transaction lasts until the last file is in; media that are deleted
 * meanwhile are missing then, and nothing is written (`LostMedium`, `DamagedMedium`). False if there is no such brand.
 */
export async function fillArchive(
  app: Ground,
  zip: ZipWriter,
  { brandId, onProgress }: { readonly brandId: number; readonly onProgress: (progress: Progress) => void },
): Promise<boolean> {
  return transaction(app.db, async (tx) => {
    await holdSnapshot(tx);
    await forbidRemoval(tx);
    const madeAt = app.clock.now();
    const brand = await findArchivedBrand(tx, brandId);
    if (brand === null) return false;
    const media = await sumMedia(tx, brandId);
    await holdSpace(app, media.sizeBytes);
    onProgress({ doneBytes: 0, totalBytes: media.sizeBytes });
    await zip.add("README.txt", only(README));
    const files = [{ ...fileOf(BRAND_FILE, await zip.add(BRAND_FILE, only(`${JSON.stringify(brand)}\n`))), lines: 1 }];
    for (const noun of ARCHIVE_NOUNS) {
      const name = fileOfNoun(noun);
      let lines = 0;
      const written = await zip.add(
        name,
        mapped(readNoun(tx, NOUNS[noun], brandId), (rows) => {
          lines += rows.length;
          return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
        }),
      );
      files.push({ ...fileOf(name, written), lines });
    }
    await zip.add("posts.csv", table(POST_COLUMNS, readPostLines(tx, brandId)));
    await zip.add("published.csv", table(ENTRY_COLUMNS, readEntryLines(tx, brandId)));
    let doneBytes = 0;
    for await (const batch of readFiles(tx, NOUNS, brandId)) {
      for (const { name, file, storageKey, ...stored } of batch) {
        const stream = await app.storage.stream(storageKey).catch((error: unknown) => {
          throw error instanceof MissingFile ? new LostMedium(name, { cause: error }) : error;
        });
        const { sizeBytes, sha256 } = await zip.add(file, stream, { compress: false });
        // No installation would take an archive in which a file is not what its line says.
        if (sizeBytes !== stored.sizeBytes || sha256 !== stored.sha256) throw new DamagedMedium(name);
        doneBytes += sizeBytes;
        onProgress({ doneBytes, totalBytes: media.sizeBytes });
      }
    }
    const { title, timezone } = brand;
    const manifest: ArchiveManifest = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      id: randomUUID(),
      madeBy: VERSION,
      madeAt,
      brand: { title, timezone },
      files,
      media,
    };
    await zip.add(MANIFEST_FILE, only(JSON.stringify(manifest, null, 2)));
    return true;
  });
}

/** A medium whose file is not in the storage. The message names it for people. */
export class LostMedium extends Error {
  override readonly name = "LostMedium";

  constructor(medium: string, options: ErrorOptions) {
    super(`The file “${medium.slice(0, NAME_SHOWN_MAX)}” is not in the media storage.`, options);
  }
}

/** A medium whose file is not what was stored. */
export class DamagedMedium extends Error {
  override readonly name = "DamagedMedium";

  constructor(medium: string) {
    super(`The file “${medium.slice(0, NAME_SHOWN_MAX)}” in the media storage is damaged: it is not what was uploaded.`);
  }
}

const NAME_SHOWN_MAX = 100;

const README = `This is everything that a Rostrum installation has of one brand. "Bring a brand" in the dashboard of another
installation, or rostrum admin brands import, takes it in.

data/          everything, one JSON document for each line: docs/moving-out.md describes the fields
media/         the files of posts
posts.csv      the posts, for spreadsheets
published.csv  what was published and its results, for spreadsheets
manifest.json  what the archive consists of, with checksums

There are no passwords, tokens or keys in it.
`;

function fileOf(name: ArchiveManifest["files"][number]["name"], { sizeBytes, sha256 }: Written) {
  return { name, sizeBytes, sha256 };
}

async function* only(text: string): AsyncGenerator<string, void, void> {
  yield text;
}

async function* mapped<T>(batches: AsyncIterable<T>, print: (batch: T) => string): AsyncGenerator<string, void, void> {
  for await (const batch of batches) yield print(batch);
}

const POST_COLUMNS = [
  "id",
  "collection",
  "title",
  "body",
  "link",
  "postType",
  "postingType",
  "status",
  "postAt",
  "media",
  "createdAt",
  "updatedAt",
] as const;
const ENTRY_COLUMNS = [
  "id",
  "postId",
  "network",
  "channel",
  "status",
  "postType",
  "body",
  "url",
  "publishedAt",
  "likes",
  "comments",
  "shares",
  "message",
] as const;

async function* table<const C extends string>(
  columns: readonly C[],
  batches: AsyncIterable<readonly Readonly<Record<C, string | number | null>>[]>,
): AsyncGenerator<string, void, void> {
  yield csvOf([columns]);
  for await (const batch of batches) yield csvOf(batch.map((row) => columns.map((column) => row[column])));
}
