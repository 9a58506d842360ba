import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { keepable } from "../../ground/database/keepable.ts";
import type { Checkpoint } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import type { GroupLedger } from "./group-ledger.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import type { Recorder } from "./recording.ts";

type Values = Readonly<Record<string, Json>>;

export interface AttemptCheckpoint extends Checkpoint {
  /** What has been noted and is not stored yet, to be stored with the attempt's end; null if there is nothing. */
  noted(): Values | null;
}

interface CheckpointContext {
  readonly app: Pick<App, "secrets" | "log">;
  readonly ledger: Pick<GroupLedger, "checkpoint">;
  readonly recorder: Pick<Recorder, "cleanProgress">;
}

/**
 * The progress of a delivery for its attempt with this number, stored before `set` resolves. An attempt that the delivery has
 * gone on without can store nothing: its next call would rely on progress that a later attempt does not see. What is not sealed is stored
 * without the secrets that a network's words repeat.
 */
export function checkpointOf(
  { app, ledger, recorder }: CheckpointContext,
  delivery: Pick<DeliveryRow, "id" | "checkpoints">,
  number: number,
): AttemptCheckpoint {
  const values = { ...delivery.checkpoints };
  let noted: Values = {};
  const placeOf = (name: string) => `deliveries.checkpoints:${delivery.id}:${name}`;
  const store = async (name: string, given: Json) => {
    const value = keepable(recorder.cleanProgress(given));
    const taken = noted;
    noted = {};
    try {
      crashPoint("checkpoint.before-write");
      const isStored = await ledger.checkpoint({ deliveryId: delivery.id, number, values: { ...taken, [name]: value } });
      crashPoint("checkpoint.after-write");
      if (!isStored) throw new GoneOn(`delivery ${delivery.id} has gone on without attempt ${number}`);
    } catch (error) {
      noted = { ...taken, ...noted };
      throw error;
    }
    values[name] = value;
  };
  const note = (name: string, given: Json) => {
    const value = keepable(recorder.cleanProgress(given));
    noted = { ...noted, [name]: value };
    values[name] = value;
  };
  return {
    get(name) {
      const value = values[name];
      return isSealed(value) ? (JSON.parse(app.secrets.open(value.sealed, placeOf(name))) as Json) : value;
    },
    set: store,
    async keep(name, value) {
      try {
        await store(name, value);
      } catch (error) {
        // With what was noted to be stored together with it: one without the other would say that nothing came of the call.
        note(name, value);
        if (error instanceof GoneOn) throw error;
        app.log.warn({ event: "progress not stored yet", delivery: delivery.id, err: error });
      }
    },
    note,
    seal: (name, value) => store(name, { sealed: app.secrets.seal(JSON.stringify(value), placeOf(name)) }),
    noted: () => (Object.keys(noted).length === 0 ? null : noted),
  };
}

/** Another worker has taken the delivery over, and this one learns of it before it misses its lock. */
export class GoneOn extends Error {
  override readonly name = "GoneOn";
}

function isSealed(value: Json | undefined): value is { readonly sealed: string } {
  return typeof value === "object" && value !== null && "sealed" in value && typeof value.sealed === "string";
}
