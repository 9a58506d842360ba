import { addSeconds } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { holdSeen } from "../../ground/seen.ts";
import { accountBytesMax } from "./keep.ts";
import {
  changeDescription,
  changeName,
  countLibraryOf,
  type Deletable,
  findAccountBytes,
  holdBrand,
  listLibraryOf,
  listNeeds,
  listUses,
  lockMedia,
  type Need,
  removeMedia,
  sumLibrary,
} from "./library-store.ts";
import { lastingMediaPath, MEDIA_LINK_SECONDS } from "./link.ts";
import { isRemovalAllowed } from "./orphans-store.ts";
import { displayName } from "./rules.ts";
import { derivedKey } from "./stored.ts";
import { thumbnails } from "./thumbnail.ts";

/** Enough to see what a file is for. */
const USES_SHOWN_MAX = 5;

export async function listLibrary(app: App, input: PrivateInput<"listLibrary">): Promise<PrivateOutput<"listLibrary">> {
  const { brandId, type = null, use = null, search = null, id = null, sort, perPage } = input;
  const filter = { brandId, type, use, search, id };
  const [rows, total] = await Promise.all([
    listLibraryOf(app.db, filter, { sort, limit: perPage, offset: offsetOf(input) }),
    countLibraryOf(app.db, filter),
  ]);
  const uses = Map.groupBy(
    await listUses(app.db, { brandId, ids: rows.map(({ id }) => id), each: USES_SHOWN_MAX }),
    ({ mediaId }) => mediaId,
  );
  const thumbnailOf = await thumbnails(app);
  const files = rows.map((row) => {
    const own = uses.get(row.id) ?? [];
    return {
      ...row,
      url: lastingMediaPath(app, { brandId, ...row }),
      thumbnailUrl: thumbnailOf({ brandId, ...row, mime: row.type }),
      useCount: own[0]?.count ?? 0,
      uses: own.map(({ postId, text, state, at }) => ({ postId, text, state, at })),
    };
  });
  return { total, files };
}

export async function showLibraryTotals(
  app: App,
  { brandId }: PrivateInput<"showLibraryTotals">,
): Promise<PrivateOutput<"showLibraryTotals">> {
  const [{ all, unused }, bytes] = await Promise.all([sumLibrary(app.db, brandId), findAccountBytes(app.db, brandId)]);
  return { ...all, unused, account: { bytes, bytesMax: accountBytesMax(app) } };
}

export async function renameMedium(app: App, { brandId, body }: PrivateInput<"renameMedium">): Promise<PrivateOutput<"renameMedium">> {
  const name = displayName(body.name, "");
  if (name === "") refuse(422, "name", "The name field must contain visible characters.");
  await transaction(app.db, async (tx) => {
    holdSeen(await lockFile(tx, { brandId, id: body.id }), body.seen);
    await changeName(tx, { brandId, id: body.id, name, now: app.clock.now() });
  });
  return { id: body.id, name };
}

export async function setMediumDescription(
  app: App,
  { brandId, body }: PrivateInput<"setMediumDescription">,
): Promise<PrivateOutput<"setMediumDescription">> {
  const description = body.description.trim() === "" ? null : body.description;
  await transaction(app.db, async (tx) => {
    const file = await lockFile(tx, { brandId, id: body.id });
    holdSeen({ description: file.description ?? "" }, body.seen, { description: (text) => (text === "" ? "empty" : `“${text}”`) });
    await changeDescription(tx, { brandId, id: body.id, description, now: app.clock.now() });
  });
  return { id: body.id, description };
}

async function lockFile(tx: Queryable, { brandId, id }: { readonly brandId: number; readonly id: string }): Promise<Deletable> {
  const [file] = await lockMedia(tx, { brandId, ids: [id] });
  return file ?? refuse(404, "media", "This file is not in the brand. It may have been deleted.");
}

/**
 * Deletes the files that nothing needs any more, each on its own. Rows go first, in one transaction: a file whose row is gone is an
 * orphan and collected if the storage does not answer now.
 */
export async function deleteMedia(app: App, { brandId, body }: PrivateInput<"deleteMedia">): Promise<PrivateOutput<"deleteMedia">> {
  const linksSince = addSeconds(app.clock.now(), -MEDIA_LINK_SECONDS);
  const { deleted, kept } = await transaction(app.db, async (tx) => {
    await holdBrand(tx, brandId);
    const media = await lockMedia(tx, { brandId, ids: body.ids });
    const needs = new Map(
      (await listNeeds(tx, { brandId, ids: media.map(({ id }) => id), linksSince })).map((need) => [need.mediaId, need]),
    );
    const deleted = media.filter(({ id }) => !needs.has(id));
    if (deleted.length > 0) await removeMedia(tx, { brandId, media: deleted });
    for (const { id, name } of deleted) await record(app, tx, { action: "media.deleted", brandId, object: { type: "media", id, name } });
    const kept = media.flatMap(({ id, name }) => {
      const need = needs.get(id);
      return need === undefined ? [] : [{ id, name, reason: reasonOf(need) }];
    });
    return { deleted, kept };
  });
  await discard(app, deleted);
  return { deleted: deleted.map(({ id }) => id), kept };
}

function reasonOf({ why, text }: Need): string {
  const post = `“${text.trim()}”`;
  switch (why) {
    case "post":
      return `The post ${post} needs it and has not been published. Delete the post first, or take the file out of it.`;
    case "publication":
      return `The post ${post} is being published with it. Try again when that is done.`;
    case "undecided":
      return `It is undecided whether the post ${post} was published, so it may have to be sent again. Settle that first.`;
    case "receiver":
      return `The post ${post} was sent with links to it that are valid for six hours. Try again after that.`;
  }
}

async function discard({ db, storage, log }: App, media: readonly Deletable[]): Promise<void> {
  if (media.length === 0) return;
  // What a backup or an archive still needs is left to the collection of orphans.
  if (!(await isRemovalAllowed(db).catch(() => false))) return;
  for (const { storageKey, variants } of media) {
    for (const key of [...variants.map((variant) => derivedKey(storageKey, variant)), storageKey]) {
      await storage.delete(key).catch((error: unknown) => log.warn({ event: "deleted file left to collection", key, err: error }));
    }
  }
}
