import type { Instant } from "@rostrum/contract/formats.ts";
import { SLOTS_PER_DAY_UNVERIFIED, SLOTS_PER_DAY_VERIFIED } from "@rostrum/contract/limits.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn, fact } from "../../ground/audit/rules.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { findShownChannels } from "../channels/store.ts";
import { dayName, nextMoment } from "../queue/rules.ts";
import { lockQueueIfThere } from "../queue/store.ts";
import { refreshQueue } from "../queue/timetable.ts";
import {
  findShownCollection,
  insertSlots,
  moveSlots,
  removeSlots,
  type ShownCollectionRow,
  shiftRejoins,
  storeChannels,
  storeCollection,
} from "./change-store.ts";
import { presentCollection } from "./present.ts";
import { planWeek, type WeekChange } from "./rules.ts";
import { findCollection, listChannelsIn, listSlotsIn } from "./store.ts";

/** The member who asks; null for the operator, who may have as many slots as anybody. */
interface Asker {
  readonly viewer: { readonly verified: boolean } | null;
}

export async function showCollection(
  app: App,
  { collectionId }: PrivateInput<"showCollection">,
  { viewer }: Asker,
): Promise<PrivateOutput<"showCollection">> {
  const row = (await findShownCollection(app.db, collectionId)) ?? unknownCollection(collectionId);
  return shown(app, row, viewer?.verified ?? true);
}

/** Changes the collection as a whole, if nobody has since the person saw it. The dates of its queued posts follow. */
export async function changeCollection(
  app: App,
  { collectionId, body }: PrivateInput<"changeCollection">,
  { viewer }: Asker,
): Promise<PrivateOutput<"changeCollection">> {
  const verified = viewer?.verified ?? true;
  await transaction(app.db, async (tx) => {
    const queue = (await lockQueueIfThere(tx, collectionId)) ?? unknownCollection(collectionId);
    // What fires while this waits has come to its end by now.
    const now = app.clock.now();
    const { brandId, timezone } = queue;
    const before = (await findCollection(tx, { brandId, collectionId })) ?? unknownCollection(collectionId);
    if (before.updatedAt !== body.seenAt)
      refuse(409, "collection", "Somebody has changed this collection in the meantime. Nothing of yours was stored.");
    const { channels, slots } = body;
    if (channels !== undefined) await changeChannels(tx, { brandId, collectionId, channelIds: [...new Set(channels)] });
    const after = {
      title: body.title ?? before.title,
      description: body.description === undefined ? before.description : body.description,
      status: body.status ?? before.status,
      maxRepublish: body.maxRepublish ?? before.maxRepublish,
    };
    await storeCollection(tx, { ...after, brandId, id: collectionId, now });
    const parts = [
      ...(channels === undefined ? [] : [fact("channels", channels.length)]),
      ...(slots === undefined ? [] : [fact("slots", slots.length)]),
    ];
    const changes = [...changesIn(["title", "description", "status", "maxRepublish"], before, after), ...parts];
    const object = { type: "collection", id: collectionId, name: after.title } as const;
    if (changes.length > 0) await record(app, tx, { action: "collection.changed", brandId, object, changes });
    if (after.maxRepublish !== before.maxRepublish)
      await shiftRejoins(tx, { brandId, collectionId, before: before.maxRepublish, after: after.maxRepublish });
    if (slots === undefined) return;
    const stored = (await listSlotsIn(tx, [collectionId])).map(({ id, day, time }) => ({ id, day: dayName(day), time }));
    const plan = planWeek(stored, slots, { verified });
    if ("problem" in plan) throw new Refused(plan.problem);
    await storeWeek(tx, { brandId, id: collectionId }, { change: plan.change, timezone, now });
    await refreshQueue(tx, queue);
  });
  app.wake();
  const row = (await findShownCollection(app.db, collectionId)) ?? unknownCollection(collectionId);
  return shown(app, row, verified);
}

async function changeChannels(
  tx: Queryable,
  change: { readonly brandId: number; readonly collectionId: number; readonly channelIds: readonly number[] },
): Promise<void> {
  const { brandId, collectionId, channelIds } = change;
  const known = await findShownChannels(tx, { brandId, ids: channelIds });
  const foreign = channelIds.filter((id) => !known.has(id));
  if (foreign.length > 0) refuse(422, "channels", `These channels do not belong to the brand: ${foreign.join(", ")}.`);
  await storeChannels(tx, collectionId, channelIds);
}

async function storeWeek(
  tx: Queryable,
  collection: { readonly brandId: number; readonly id: number },
  { change, timezone, now }: { readonly change: WeekChange; readonly timezone: string; readonly now: Instant },
): Promise<void> {
  const { removed, moved, added } = change;
  await removeSlots(tx, collection.id, removed);
  await moveSlots(
    tx,
    collection.id,
    moved.map((slot) => ({ ...slot, nextAt: nextMoment(slot, timezone, now) })),
  );
  await insertSlots(
    tx,
    collection,
    added.map((slot) => ({ ...slot, nextAt: nextMoment({ id: 0, ...slot }, timezone, now) })),
  );
}

async function shown(app: App, row: ShownCollectionRow, verified: boolean): Promise<PrivateOutput<"showCollection">> {
  const [channels, slots] = await Promise.all([listChannelsIn(app.db, [row.id]), listSlotsIn(app.db, [row.id])]);
  const { queued, scheduled, drafts, published } = row;
  return {
    ...presentCollection(row, { channels, slots, timezone: row.timezone, now: app.clock.now() }),
    postsCount: { queued, scheduled, drafts, published },
    slotsPerDayMax: verified ? SLOTS_PER_DAY_VERIFIED : SLOTS_PER_DAY_UNVERIFIED,
  };
}

function unknownCollection(collectionId: number): never {
  return refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
}
