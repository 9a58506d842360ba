import type { Operation } from "@rostrum/contract/operation.ts";
import type { App } from "../../app.ts";
import { nounOf } from "./rules.ts";

/** Tells what an operation that has succeeded has changed in a brand. */
export function tellOf({ changes }: Pick<App, "changes">, row: Operation, brandId: number): void {
  if (mayChange(row)) changes.tell(brandId, nounOf(row.path));
}

/** Whether others may see something else after an operation. */
export function mayChange(row: Pick<Operation, "method" | "changesNothing">): boolean {
  return row.method !== "GET" && row.changesNothing !== true;
}
