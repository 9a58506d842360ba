import type { Fault, NewFault } from "@rostrum/contract/private/sandbox.ts";
import { must } from "./builders.ts";
import type { Stage } from "./stage.ts";

/** Sets a fault on a sandbox network of the stage. */
export function aFault(stage: Stage, fault: Partial<NewFault> & Pick<NewFault, "network" | "kind">): Promise<Fault> {
  return must(stage.admin("POST", "/sandbox/faults", fault));
}

/** Faults of all networks. */
export function faults(stage: Stage): Promise<Fault[]> {
  return must(stage.admin("GET", "/sandbox/faults"));
}

export function clearFaults(stage: Stage): Promise<unknown> {
  return must(stage.admin("DELETE", "/sandbox/faults"));
}

/** What readers of all networks see twice. */
export async function duplicates(stage: Stage): Promise<number> {
  const counts: { duplicates: number }[] = await must(stage.admin("GET", "/sandbox/duplicates"));
  return counts.reduce((sum, network) => sum + network.duplicates, 0);
}
