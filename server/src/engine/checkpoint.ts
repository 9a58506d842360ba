import type { App } from "../app.ts";
import type { Checkpoint } from "../connectors/connector.ts";
import type { Json } from "../connectors/json.ts";
import { crashPoint } from "../crash-points.ts";
import { type DeliveryRow, storeCheckpoint } from "./ledger-store.ts";

/**
 * The progress of a delivery for its attempt with this number, stored before `set` resolves. An attempt that the delivery has
 * gone on without can store nothing: its next call would rely on progress that a later attempt does not see.
 */
export function checkpointOf(
  app: Pick<App, "db" | "secrets">,
  delivery: Pick<DeliveryRow, "id" | "checkpoints">,
  number: number,
): Checkpoint {
  const values = { ...delivery.checkpoints };
  const placeOf = (name: string) => `deliveries.checkpoints:${delivery.id}:${name}`;
  const store = async (name: string, value: Json) => {
    crashPoint("checkpoint.before-write");
    const isStored = await storeCheckpoint(app.db, { deliveryId: delivery.id, number, name, value });
    crashPoint("checkpoint.after-write");
    if (!isStored) throw new Error(`delivery ${delivery.id} has gone on without attempt ${number}`);
    values[name] = value;
  };
  return {
    get(name) {
      const value = values[name];
      return isSealed(value) ? (JSON.parse(app.secrets.open(value.sealed, placeOf(name))) as Json) : value;
    },
    set: store,
    seal: (name, value) => store(name, { sealed: app.secrets.seal(JSON.stringify(value), placeOf(name)) }),
  };
}

function isSealed(value: Json | undefined): value is { readonly sealed: string } {
  return typeof value === "object" && value !== null && "sealed" in value && typeof value.sealed === "string";
}
