import type { z } from "zod";
import type { SandboxWorld } from "../network.ts";

/** Reads how a network behaves: the document `settings` of this name overrides single values of the schema. */
export function settingsNamed<Schema extends z.ZodType>(name: string, schema: Schema) {
  return async (world: SandboxWorld): Promise<z.output<Schema>> =>
    schema.parse((await world.objects.get("settings", name))?.document ?? {});
}
