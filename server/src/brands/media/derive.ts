import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import { createGate } from "../../ground/decoding/gate.ts";
import { AT_ONCE } from "../../ground/decoding/lanes.ts";
import { MissingFile } from "../../ground/storage/storage.ts";
import { inTurnOfBrand } from "./in-turn.ts";
import { newLocalFile } from "./local-copy.ts";
import { type DerivedFile, derivedKey, findDerivedMedium, type StoredMedia, storeDerived } from "./stored.ts";
import { type Ended, GIVEN_UP, tryMedium } from "./trials.ts";

/** A file to be derived from a medium. */
export interface Order {
  readonly brandId: number;
  readonly media: StoredMedia;
  readonly kind: "image" | "video" | "thumbnail";
  /** Everything that determines the result, so that the same order finds the existing file. */
  readonly recipe: object;
  /** Writes the file, or returns why it cannot be made. */
  make(path: string): Promise<DerivedFile | string | Ended>;
}

/**
 * One of each kind at a time for an account: a second request for the same file finds it made, and conversions do not starve requests.
 * Those who ask take turns.
 */
const gates = {
  image: createGate(AT_ONCE.pictures),
  video: createGate(AT_ONCE.videos),
  thumbnail: createGate(AT_ONCE.pictures),
};

/** The ordered file, existing or newly made; the end of an error sentence if it cannot be made. */
export async function deriveMedium(app: App, order: Order): Promise<StoredMedia | string> {
  const make = () => gates[order.kind](async () => (await findMade(app, order)) ?? (await makeNow(app, order)));
  return (await findMade(app, order)) ?? inTurnOfBrand(app, order.brandId, make);
}

/** The name of what a recipe makes of each medium. */
export function variantOf(recipe: object): string {
  return createHash("sha256").update(JSON.stringify(recipe)).digest("hex").slice(0, 16);
}

async function findMade(app: App, order: Order): Promise<StoredMedia | null> {
  const known = await findDerivedMedium(app.db, { brandId: order.brandId, id: order.media.id, variant: variantOf(order.recipe) });
  if (known === null) return null;
  // Backups leave out derived files.
  return (await isStored(app, known.storageKey)) ? known : null;
}

async function isStored(app: App, key: string): Promise<boolean> {
  try {
    for await (const _ of await app.storage.stream(key, { start: 0, end: 0 })) return true;
    return false;
  } catch (error) {
    if (error instanceof MissingFile) return false;
    throw error;
  }
}

async function makeNow(app: App, order: Order): Promise<StoredMedia | string> {
  const { brandId, media } = order;
  const variant = variantOf(order.recipe);
  await using file = newLocalFile(app.storage);
  const made = await tryMedium(app, { mediaId: media.id, work: order.kind }, () => order.make(file.path));
  if (made === "given up") return GIVEN_UP;
  if (typeof made === "string") return made;
  // Another process may have been at it, and may be sending what it made: that is not to change under its hands.
  const others = await findMade(app, order);
  if (others !== null) return others;
  const key = derivedKey(media.storageKey, variant);
  await app.storage.adopt(key, file.path);
  if (!(await storeDerived(app.db, { id: media.id, variant, file: made, now: app.clock.now() }))) {
    await app.storage.delete(key);
    return "the file was deleted meanwhile";
  }
  app.log[order.kind === "thumbnail" ? "debug" : "info"]({
    event: "medium converted",
    medium: media.id,
    variant,
    mime: made.mime,
    bytes: made.sizeBytes,
  });
  const stored = await findDerivedMedium(app.db, { brandId, id: media.id, variant });
  return stored ?? "the file was deleted meanwhile";
}
