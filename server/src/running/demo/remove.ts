import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { deleteWhole, isPublishing, lockWhole } from "../../brands/brands/delete-store.ts";
import { findDemoPosition, freeBytes } from "../../brands/brands/manage-store.ts";
import { listSandboxAccounts } from "../../brands/channels/manage-store.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { forgetFirstAccounts } from "../../networks/sandbox/forget-store.ts";

/**
 * Removes the demo in one transaction: the brand with everything in it, and the accounts that were made for it on the sandbox networks.
 * Accounts that somebody has connected to another brand stay. The person who was made up with it stays too: it is whoever asks.
 */
export async function removeDemo(app: App, { brandId }: PrivateInput<"removeDemo">): Promise<PrivateOutput<"removeDemo">> {
  // Loaded here: the demo may have been made while they were on.
  const { sandboxNetworks } = await import("../../networks/sandbox/networks.ts");
  await transaction(app.db, async (tx) => {
    const brand = (await lockWhole(tx, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
    const position = (await findDemoPosition(tx, brandId)) ?? refuse(422, "brand", "This brand is not the demo.");
    if (await isPublishing(tx, brandId)) refuse(409, "brand", "Something of the demo is being published right now. Try again in a minute.");
    const accounts = await listSandboxAccounts(tx);
    const bytes = await deleteWhole(tx, { brandId, now: app.clock.now() });
    await record(app, tx, { action: "brand.deleted", brandId, object: { type: "brand", id: brandId, name: brand.title } });
    await freeBytes(tx, { accountId: brand.accountId, bytes });
    for (const { slug: network, type } of sandboxNetworks) {
      const there = accounts.filter((account) => account.type === type);
      const kept = there.filter((account) => account.brandId !== brandId).map(({ remoteId }) => remoteId);
      const isShared = there.some((account) => account.brandId === brandId && kept.includes(account.remoteId));
      if (!isShared) await forgetFirstAccounts(tx, { network, position, kept });
    }
  });
  app.wake();
  return {};
}
