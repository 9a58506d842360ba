import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { changeCollection, lockStatus } from "./manage-store.ts";
import { presentCollection } from "./present.ts";
import { listChannelsIn, listSlotsIn } from "./store.ts";

export async function updateCollection(app: App, input: PrivateInput<"updateCollection">): Promise<PrivateOutput<"updateCollection">> {
  const { collectionId, body } = input;
  const now = app.clock.now();
  const row = await transaction(app.db, async (tx) => {
    const before = await lockStatus(tx, collectionId);
    const row = await changeCollection(tx, { collectionId, status: body.status ?? null, now });
    if (before === null || row === null) refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
    const changes = changesIn(["status"], before, row);
    const object = { type: "collection", id: collectionId, name: row.title } as const;
    if (changes.length > 0) await record(app, tx, { action: "collection.changed", brandId: row.brandId, object, changes });
    return row;
  });
  app.wake();
  const [channels, slots] = await Promise.all([listChannelsIn(app.db, [row.id]), listSlotsIn(app.db, [row.id])]);
  return presentCollection(row, { channels, slots, timezone: row.timezone, now });
}
