import { NEEDS_PER_KIND_MAX } from "@rostrum/contract/private/needs.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { leaveRound } from "./failures-store.ts";
import { findNeeds } from "./find.ts";
import { outlookOf } from "./outlook.ts";

/** What of the brand needs somebody. */
export async function listNeeds(app: App, { brandId }: PrivateInput<"listNeeds">): Promise<PrivateOutput<"listNeeds">> {
  const now = app.clock.now();
  const brandIds = [brandId];
  return findNeeds(app, { brandIds, outlook: await outlookOf(app, brandIds, now), now, perBrand: NEEDS_PER_KIND_MAX });
}

/** What failed of a round of a post needs nobody any more, until it fails again. */
export async function leaveFailure(app: App, { deliveryId, body }: PrivateInput<"leaveFailure">): Promise<PrivateOutput<"leaveFailure">> {
  return { deliveries: await leaveRound(app.db, { deliveryId, leftAt: body.left ? app.clock.now() : null }) };
}
