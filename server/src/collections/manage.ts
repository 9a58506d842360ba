import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import { changeCollection } from "./manage-store.ts";
import { presentCollection } from "./present.ts";
import { listChannelsIn, listSlotsIn } from "./store.ts";

export async function updateCollection(app: App, input: PrivateInput<"updateCollection">): Promise<PrivateOutput<"updateCollection">> {
  const { collectionId, body } = input;
  const now = app.clock.now();
  const row = await changeCollection(app.db, { collectionId, status: body.status ?? null, now });
  if (row === null) refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
  app.wake();
  const [channels, slots] = await Promise.all([listChannelsIn(app.db, [row.id]), listSlotsIn(app.db, [row.id])]);
  return presentCollection(row, { channels, slots, timezone: row.timezone, now });
}
