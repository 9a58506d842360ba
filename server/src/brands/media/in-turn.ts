import type { App } from "../../app.ts";
import { inTurnOf } from "../../ground/holder.ts";
import { findOwner } from "./store.ts";

/** Does what the service does for a brand by itself in the turns of the brand's account. */
export function inTurnOfBrand<T>(app: Pick<App, "db">, brandId: number, work: () => T): T {
  let owner: string | null = null;
  return inTurnOf(async () => (owner ??= (await findOwner(app.db, brandId)) ?? `brand ${brandId}`), work);
}
