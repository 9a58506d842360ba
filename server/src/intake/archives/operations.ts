import type { Readable } from "node:stream";
import type { BroughtIn } from "@rostrum/contract/private/archives.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { existingBrand } from "../../brands/brands/manage.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { type ByteRange, MissingFile } from "../../ground/storage/storage.ts";
import type { BrandViewer, Entering, Viewer } from "../../ground/viewer.ts";
import { findAccountOfOwner } from "../../people/users/account-store.ts";
import { userByEmail } from "../../people/users/find.ts";
import { bringIn, type Destination } from "./bring-in.ts";
import { BrokenArchive } from "./broken.ts";
import { deleteArchive, findReadyArchive, insertArchive, listArchives } from "./store.ts";

interface Call {
  readonly viewer: BrandViewer | null;
}

export async function listBrandArchives(
  app: App,
  { brandId }: PrivateInput<"listBrandArchives">,
): Promise<PrivateOutput<"listBrandArchives">> {
  return listArchives(app.db, brandId);
}

/** 409 while one is being made. Recorded when it is asked for: from then on the brand's content may leave the service. */
export async function startBrandArchive(
  app: App,
  { brandId }: PrivateInput<"startBrandArchive">,
  { viewer }: Call,
): Promise<PrivateOutput<"startBrandArchive">> {
  return transaction(app.db, async (tx) => {
    const { title } = await existingBrand(tx, brandId);
    const asked = { brandId, by: viewer?.name ?? null, now: app.clock.now() };
    const archive = (await insertArchive(tx, asked)) ?? refuse(409, "archive", "An archive of this brand is being made already.");
    await record(app, tx, { action: "brand.exported", brandId, object: { type: "brand", id: brandId, name: title } });
    return archive;
  });
}

/** The file goes with it. */
export async function deleteBrandArchive(
  app: App,
  { brandId, archiveId }: PrivateInput<"deleteBrandArchive">,
): Promise<PrivateOutput<"deleteBrandArchive">> {
  const gone = (await deleteArchive(app.db, { brandId, archiveId })) ?? refuse(404, "archive", GONE);
  const { storageKey } = gone;
  if (storageKey !== null)
    await app.storage
      .delete(storageKey)
      .catch((error: unknown) => app.log.warn({ event: "archive left to collection", key: storageKey, err: error }));
  return {};
}

const GONE = "There is no such archive. It may have been removed; make another one.";

export interface ArchiveFile {
  readonly name: string;
  readonly sizeBytes: number;
  stream(range?: ByteRange): Promise<Readable>;
}

/** An archive to download; 404 if it is not ready or has been removed. */
export async function openBrandArchive(
  app: App,
  { brandId, archiveId }: { readonly brandId: number; readonly archiveId: number },
): Promise<ArchiveFile> {
  const archive = (await findReadyArchive(app.db, { brandId, archiveId, now: app.clock.now() })) ?? refuse(404, "archive", GONE);
  const { storageKey, sizeBytes, title, askedAt } = archive;
  const word = title
    .normalize("NFKD")
    .replace(/[^\w]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return {
    name: `${word || "brand"}-${askedAt.slice(0, 10)}.zip`,
    sizeBytes,
    stream: (range) =>
      app.storage.stream(storageKey, range).catch((error: unknown) => {
        if (error instanceof MissingFile) refuse(404, "archive", GONE);
        throw error;
      }),
  };
}

interface Bringing {
  readonly archive: Readable;
}

export async function bringOwnBrand(
  app: App,
  { archive, again }: PrivateInput<"bringOwnBrand"> & Bringing,
  { session, again: enterAgain }: Entering & { readonly session: { readonly viewer: Viewer } },
): Promise<PrivateOutput<"bringOwnBrand">> {
  return bring(app, archive, { ownerId: session.viewer.userId, again: again === "yes", enterAgain });
}

export async function bringBrand(
  app: App,
  { archive, owner, again }: PrivateInput<"bringBrand"> & Bringing,
  { again: enterAgain }: Entering,
): Promise<PrivateOutput<"bringBrand">> {
  const { id } = await userByEmail(app, owner);
  return bring(app, archive, { ownerId: id, again: again === "yes", enterAgain });
}

/** Accounts into which this process is bringing something: each takes room on the disk. */
const busy = new WeakMap<App, Set<number>>();

async function bring(app: App, archive: Readable, to: Omit<Destination, "account">): Promise<BroughtIn> {
  const account = await findAccountOfOwner(app.db, to.ownerId);
  if (account === null) throw new Error(`user ${to.ownerId} has no account`);
  const accounts = busy.get(app) ?? new Set();
  busy.set(app, accounts);
  if (accounts.has(account.id)) refuse(409, "archive", "Another archive is being brought into this account. Wait until that is done.");
  accounts.add(account.id);
  try {
    const brought = await bringIn(app, archive, { account, ...to });
    app.wake();
    return brought;
  } catch (error) {
    if (error instanceof BrokenArchive) refuse(422, "archive", `${error.message} Nothing was brought in.`);
    throw error;
  } finally {
    accounts.delete(account.id);
  }
}
