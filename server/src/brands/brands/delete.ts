import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { deleteWhole, isPublishing, lockWhole } from "./delete-store.ts";
import { freeBytes } from "./manage-store.ts";
import { holdRole } from "./rights.ts";

/**
 * Deletes a brand with everything in it, in one transaction. The title confirms it: 422 for another one. What a network is being
 * sent cannot be called back, so the brand stays until its outcome is known: 409. The files of its media have no medium from then
 * on and are collected with the other orphans, which no backup can miss.
 */
export async function deleteBrand(
  app: App,
  { brandId, title }: PrivateInput<"deleteBrand">,
  { viewer }: { readonly viewer: BrandViewer | null },
): Promise<PrivateOutput<"deleteBrand">> {
  await transaction(app.db, async (tx) => {
    const brand = (await lockWhole(tx, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
    await holdRole(tx, { viewer, brandId, allows: "owner" });
    if (title.trim() !== brand.title.trim()) refuse(422, "title", `This is not the title of the brand. Type: ${brand.title}`);
    if (await isPublishing(tx, brandId))
      refuse(409, "brand", "Something of this brand is being published right now. Pause its queue and try again in a few minutes.");
    const bytes = await deleteWhole(tx, { brandId, now: app.clock.now() });
    await record(app, tx, { action: "brand.deleted", brandId, object: { type: "brand", id: brandId, name: brand.title } });
    await freeBytes(tx, { accountId: brand.accountId, bytes });
  });
  app.wake();
  return {};
}
