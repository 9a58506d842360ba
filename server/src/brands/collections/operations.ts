import type { Collection } from "@rostrum/contract/collections.ts";
import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { z } from "zod";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { type BrandViewer, zoneOf } from "../../ground/viewer.ts";
import { findShownChannels } from "../channels/store.ts";
import { nextMoment } from "../queue/rules.ts";
import { presentCollection } from "./present.ts";
import { planSlots } from "./rules.ts";
import {
  type CollectionRow,
  countCollectionsOf,
  holdBrand,
  insertCollection,
  listChannelsIn,
  listCollectionsOf,
  listSlotsIn,
  lockCollectionPlan,
} from "./store.ts";

export async function listCollections(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"listCollections">,
): Promise<OperationOutput<"listCollections">> {
  const [rows, total] = await Promise.all([
    listCollectionsOf(app.db, { brandId: viewer.brand.id, limit: input.perPage, offset: offsetOf(input) }),
    countCollectionsOf(app.db, viewer.brand.id),
  ]);
  const collections = await assemble(app, viewer, rows);
  return {
    total,
    rows: rows.map(({ queued, scheduled, drafts, published }, index) => ({
      ...(collections[index] as z.output<typeof Collection>),
      postsCount: { queued, scheduled, drafts, published },
    })),
  };
}

export async function createCollection(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"createCollection">,
): Promise<OperationOutput<"createCollection">> {
  const { brand } = viewer;
  const { title, description, maxRepublish, channels, queues } = input.body;
  const channelIds = [...new Set(channels ?? [])];
  const plan = planSlots(queues ?? [], viewer);
  const now = app.clock.now();
  const row = await transaction(app.db, async (tx) => {
    const shown = await findShownChannels(tx, { brandId: brand.id, ids: channelIds });
    const foreign = channelIds.filter((id) => !shown.has(id));
    if (foreign.length > 0) refuse(400, "channels", `These channels do not belong to the brand: ${foreign.join(", ")}.`);
    // The brand before its account, as when it is handed over.
    const held = (await holdBrand(tx, brand.id)) ?? refuse(404, "brand", "Brand not found.");
    const zone = zoneOf(held);
    const { limit, count } = await lockCollectionPlan(tx, held.accountId);
    if (count >= limit) refuse(403, "plan", `The plan allows ${limit} collections.`);
    if ("problem" in plan) throw new Refused(plan.problem);
    return insertCollection(tx, {
      brandId: brand.id,
      title,
      description: description ?? null,
      maxRepublish: maxRepublish ?? 0,
      channelIds,
      slots: plan.slots.map((slot) => ({ ...slot, nextAt: nextMoment({ id: 0, ...slot }, zone, now) })),
      now,
    });
  });
  const [collection] = await assemble(app, viewer, [row]);
  return collection as z.output<typeof Collection>;
}

async function assemble(app: App, viewer: BrandViewer, rows: readonly CollectionRow[]) {
  const ids = rows.map((row) => row.id);
  const [channels, slots] = await Promise.all([listChannelsIn(app.db, ids), listSlotsIn(app.db, ids)]);
  const now = app.clock.now();
  return rows.map((row) => presentCollection(row, { channels, slots, timezone: viewer.brand.timezone, now }));
}
