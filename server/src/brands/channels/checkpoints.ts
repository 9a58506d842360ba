import type { Checkpoint } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";

/** Checkpoints of calls that nobody resumes after a crash; the engine has its own for deliveries. */

/** Reading makes no progress that a later call would need. */
export const NO_CHECKPOINT: Checkpoint = {
  get: () => undefined,
  set: async () => {},
  keep: async () => {},
  note: () => {},
  seal: async () => {},
};

/** For a call that needs its own progress. */
export function memoryCheckpoint(): Checkpoint {
  const values = new Map<string, Json>();
  const set = async (name: string, value: Json) => void values.set(name, value);
  return { get: (name) => values.get(name), set, keep: set, note: (name, value) => void values.set(name, value), seal: set };
}
