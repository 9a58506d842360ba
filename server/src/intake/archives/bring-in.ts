import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ARCHIVE_NOUNS, type ArchivedBrand } from "@rostrum/contract/archive.ts";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { isTimezone } from "@rostrum/contract/formats.ts";
import type { BroughtIn } from "@rostrum/contract/private/archives.ts";
import type pg from "pg";
import type { App } from "../../app.ts";
import { markOf } from "../../brands/brands/logo.ts";
import { putMember } from "../../brands/brands/manage-store.ts";
import { limitsOf } from "../../brands/brands/members.ts";
import { whyItDoesNotFit } from "../../brands/brands/rules.ts";
import { inspectFile } from "../../brands/media/inspect.ts";
import { accountBytesMax } from "../../brands/media/keep.ts";
import { retimeBrand } from "../../brands/queue/timetable.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { isRejectionOfValues } from "../../ground/database/rejections.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { isDiskFull } from "../../ground/shortages.ts";
import { newStorageKey } from "../../ground/storage/storage.ts";
import { type AccountRow, findUsage, findUsageOfBrand, lockAccounts } from "../../people/users/account-store.ts";
import { BrokenArchive } from "./broken.ts";
import { batchesOf, type CheckedArchive, checkArchive } from "./check.ts";
import { lackOfRoom, NO_DISK_LEFT } from "./room.ts";
import { Arrival, type StoredFile } from "./rows.ts";
import { allowLongWork, insertRows, takeIds } from "./rows-store.ts";
import { addMediaBytes, findArrival, findMediaBytes, holdThrough, storePostCount } from "./store.ts";
import { openZip, type ZipReader } from "./zip-reader.ts";

/** Beside the media: texts, checksums, and the archive's own directory. */
const BESIDE_MEDIA_BYTES_MAX = 1024 ** 3;

export interface Destination {
  readonly account: AccountRow;
  readonly ownerId: number;
  /** Although the account has a brand from the same archive. */
  readonly again: boolean;
  /** Asks again who calls and what they may: the archive may have taken minutes to arrive. */
  readonly enterAgain: () => Promise<void>;
}

/**
 * Takes in a brand as a new one of the account: all of it, or nothing. The archive is read twice, first only to look whether all of it
 * is as it was written. Media are stored before the one transaction that makes the brand: if the process dies before its end, they
 * are orphans and collected.
 */
export async function bringIn(app: App, archive: Readable, to: Destination): Promise<BroughtIn> {
  await using received = await receive(app, archive, to.account);
  await to.enterAgain();
  const zip = await openZip(received.path, received.sizeBytes);
  await holdRoomFor(app, to.account, zip.mediaFound.sizeBytes);
  // Until all of it is stored, the archive and its media lie beside each other.
  if (app.config.s3 === null) await holdDisk(app, zip.mediaFound.sizeBytes);
  const checked = await checkArchive(zip);
  if (!to.again) await refuseSecond(app, app.db, { accountId: to.account.id, archiveId: checked.manifest.id, exceptId: null });
  const files = new Map<string, StoredFile>();
  await storeFiles(app, zip, checked, files).catch(async (error: unknown) => {
    await discard(app, files);
    throw error;
  });
  try {
    return await transaction(app.db, (tx) => store({ app, tx, zip, checked, files, to }));
  } catch (error) {
    // After a commit whose outcome is unknown the files may have rows: then they are left to the collection of orphans.
    if (isCertain(error)) await discard(app, files);
    throw isRejectionOfValues(error) ? new BrokenArchive("The archive's rows do not fit together.", { cause: error }) : error;
  }
}

/** Nothing is stored after it: the archive or a limit refused it, or PostgreSQL did. */
function isCertain(error: unknown): boolean {
  return error instanceof BrokenArchive || error instanceof Refused || isRejectionOfValues(error);
}

interface Received extends AsyncDisposable {
  readonly path: string;
  readonly sizeBytes: number;
}

async function receive(app: App, archive: Readable, account: AccountRow): Promise<Received> {
  const path = join(app.storage.incoming, randomUUID());
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(path, { force: true }));
  const bytesMax = accountBytesMax(app);
  const room =
    bytesMax === null ? Number.POSITIVE_INFINITY : bytesMax - (await findMediaBytes(app.db, account.id)) + BESIDE_MEDIA_BYTES_MAX;
  let sizeBytes = 0;
  let checkedBytes = 0;
  await holdDisk(app, 0);
  try {
    await pipeline(
      archive,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          sizeBytes += piece.length;
          if (sizeBytes > room) refuseMore(app);
          if (sizeBytes - checkedBytes >= CHECKED_BYTES) {
            checkedBytes = sizeBytes;
            await holdDisk(app, 0);
          }
          yield piece;
        }
      },
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
  } catch (error) {
    const isCutOff = error instanceof Error && "code" in error && /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(error.code));
    if (isCutOff) refuse(400, "body", "The archive did not arrive whole.");
    if (isDiskFull(error)) refuse(422, "archive", NO_DISK_LEFT);
    throw error;
  }
  const { size } = await stat(path);
  const kept = cleanup.move();
  return { path, sizeBytes: size, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** How much may arrive before the disk is looked at again. */
const CHECKED_BYTES = 64 * 1024 ** 2;

async function holdDisk({ storage }: App, bytes: number): Promise<void> {
  const lack = await lackOfRoom(storage, bytes);
  if (lack !== null) refuse(422, "archive", lack);
}

async function holdRoomFor(app: App, account: AccountRow, bytes: number): Promise<void> {
  const bytesMax = accountBytesMax(app);
  if (bytesMax !== null && bytes > 0 && (await findMediaBytes(app.db, account.id)) + bytes > bytesMax) refuseMore(app);
}

function refuseMore({ config }: App): never {
  return refuse(403, "plan", `An account may keep ${config.mediaMiBPerAccount} MiB of media.`);
}

async function refuseSecond(app: App, db: App["db"] | pg.PoolClient, find: Parameters<typeof findArrival>[1]): Promise<void> {
  const there = await findArrival(db, find);
  if (there === null) return;
  const since = there.arrivedAt.slice(0, 16).replace("T", " ");
  app.log.debug({ event: "archive brought in before", brand: there.id });
  refuse(
    409,
    "again",
    `This archive was brought in already: as the brand “${there.title}” (${there.id}), on ${since} UTC. Bring it in again on purpose if you want another brand of it.`,
  );
}

/** All files, each looked at for what it is. Fills `files` as it goes, so that what was stored can be removed again. */
async function storeFiles(app: App, zip: ZipReader, { media }: CheckedArchive, files: Map<string, StoredFile>): Promise<void> {
  for await (const { file, stream } of zip.media()) {
    const said = media.get(file) ?? refuseUnknown(file);
    const path = join(app.storage.incoming, randomUUID());
    try {
      const hash = createHash("sha256");
      let sizeBytes = 0;
      await pipeline(
        stream,
        async function* (pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            hash.update(piece);
            sizeBytes += piece.length;
            yield piece;
          }
        },
        createWriteStream(path, { flags: "wx", mode: 0o600 }),
      ).catch((error: unknown) => {
        if (error instanceof Error && "syscall" in error) throw error;
        throw new BrokenArchive(`The archive's ${file} is damaged.`, { cause: error });
      });
      const sha256 = hash.digest("hex");
      if (sha256 !== said.sha256 || sizeBytes !== said.sizeBytes)
        throw new BrokenArchive(`The archive's ${file} is not as it was written: its checksum differs.`);
      const facts = await inspectFile(path, { sha256 });
      if (facts?.mime !== said.mime) throw new BrokenArchive(`The archive's ${file} is not ${said.mime}, as it says.`);
      const storageKey = newStorageKey();
      files.set(file, { storageKey, facts: facts.facts === null ? null : withFacts(facts) });
      await app.storage.adopt(storageKey, path);
    } finally {
      await rm(path, { force: true });
    }
  }
}

function withFacts({ width, height, durationSeconds, facts }: NonNullable<Awaited<ReturnType<typeof inspectFile>>>) {
  return { width, height, durationSeconds, facts };
}

function refuseUnknown(file: string): never {
  throw new BrokenArchive(`The archive has a file that it does not mention: ${file}.`);
}

async function discard(app: App, files: ReadonlyMap<string, StoredFile>): Promise<void> {
  for (const { storageKey } of files.values()) {
    await app.storage
      .delete(storageKey)
      .catch((error: unknown) => app.log.warn({ event: "stored file not discarded", key: storageKey, err: error }));
  }
}

interface Storing {
  readonly app: App;
  readonly tx: pg.PoolClient;
  readonly zip: ZipReader;
  readonly checked: CheckedArchive;
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly to: Destination;
}

async function store({ app, tx, zip, checked, files, to }: Storing): Promise<BroughtIn> {
  const { brand, manifest, counts } = checked;
  const { account, ownerId } = to;
  const now = app.clock.now();
  await allowLongWork(tx);
  if (app.config.postsPerBrand > 0 && counts.posts > app.config.postsPerBrand)
    refuse(403, "plan", `A brand may have ${app.config.postsPerBrand} posts; the archive has ${counts.posts}.`);
  if (counts.media > BOUNDS.files.most)
    refuse(403, "plan", `A brand may have ${BOUNDS.files.most} files; the archive has ${counts.media}.`);
  const [brandId = 0] = await takeIds(tx, "brands", 1);
  await insertRows(tx, "brands", [
    {
      ...brand,
      logoMark: brand.logo === null ? null : markOf(brand.logo),
      timezone: zoneIn(brand),
      id: brandId,
      accountId: account.id,
      queueStatus: "PAUSED",
      arrivedFrom: manifest.id,
      arrivedAt: now,
    },
  ]);
  await putMember(tx, { brandId, userId: ownerId, role: "owner", now });
  const arrival = new Arrival({ tx, brandId, now, files });
  for (const noun of ARCHIVE_NOUNS) for await (const rows of batchesOf(zip, noun)) await arrival.take(noun, rows);
  await storePostCount(tx, brandId, counts.posts);
  if (arrival.lastPostId !== null) await holdThrough(tx, brandId, arrival.lastPostId);
  await retimeBrand(tx, brandId, app.clock);
  // Last, so that the account is locked for a moment only.
  const [locked = account] = await lockAccounts(tx, [account.id]);
  if (!to.again) await refuseSecond(app, tx, { accountId: account.id, archiveId: manifest.id, exceptId: brandId });
  await refuseWhatDoesNotFit(app, tx, { account: locked, brandId, mediaBytes: arrival.mediaBytes });
  const changes = [fact("made at", manifest.madeAt), fact("posts", counts.posts)];
  await record(app, tx, { action: "brand.imported", brandId, object: { type: "brand", id: brandId, name: brand.title }, changes });
  const { publishedEntries, ...tally } = arrival.tally;
  const { channels: _, collections, posts, automations, media } = counts;
  return {
    brandId,
    title: brand.title,
    madeAt: manifest.madeAt,
    counts: { channels: tally.channels.length, collections, posts, publishedEntries, automations, media },
    ...tally,
  };
}

async function refuseWhatDoesNotFit(
  app: App,
  tx: pg.PoolClient,
  { account, brandId, mediaBytes }: { readonly account: AccountRow; readonly brandId: number; readonly mediaBytes: number },
): Promise<void> {
  const [all, brand] = [await findUsage(tx, account.id), await findUsageOfBrand(tx, brandId)];
  const used = {
    brands: all.brands - brand.brands,
    collections: all.collections - brand.collections,
    automations: all.automations - brand.automations,
    scheduledPosts: all.scheduledPosts - brand.scheduledPosts,
    mediaBytes: all.mediaBytes - brand.mediaBytes,
  };
  const why = whyItDoesNotFit({ used, limits: limitsOf(app, account) }, brand);
  if (why !== null) refuse(403, "plan", `The brand does not fit into its owner's account. ${why}`);
  const bytes = mediaBytes === 0 ? 0 : await addMediaBytes(tx, { accountId: account.id, bytes: mediaBytes });
  if (bytes > (accountBytesMax(app) ?? Number.POSITIVE_INFINITY)) refuseMore(app);
}

/** Null, which is UTC, for a name that nobody knows here: earlier versions took abbreviations. */
function zoneIn({ timezone }: ArchivedBrand): string | null {
  return timezone !== null && isTimezone(timezone) ? timezone : null;
}
