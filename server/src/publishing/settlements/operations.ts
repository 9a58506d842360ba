import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import type { App } from "../../app.ts";
import { holdMedia } from "../../brands/media/store.ts";
import { whyNotAgain } from "../../brands/published/rules.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { listOutcomes, lockForSettling, type SettledRow, storeAgain, storeFound, storeRetry } from "../engine/settlement-store.ts";

/** Who settles a delivery, if they do not say. */
const OPERATOR = "the operator";

/** The member who decides; null: the operator's token, which may say for whom. */
interface Decider {
  readonly viewer: BrandViewer | null;
}

/** Settles an undecided delivery as a person says: everything that follows from it, and who said so, in one transaction. */
export async function settleDelivery(
  app: App,
  { deliveryId, body }: PrivateInput<"settleDelivery">,
  { viewer }: Decider,
): Promise<PrivateOutput<"settleDelivery">> {
  const { published: url = null } = body;
  const by = viewer?.name ?? body.by ?? OPERATOR;
  const settled = await transaction(app.db, async (tx) => {
    const delivery = await undecided(tx, deliveryId);
    const settlement = { delivery, by, now: app.clock.now() };
    const { isComment, channelType } = delivery;
    if (url === null) {
      refuseAgain(delivery);
      await requireFiles(tx, delivery);
      await storeAgain(tx, settlement);
      return { deliveryId, status: isComment ? "waiting" : "RETRYING", url, message: deliveryWords.sentAgain };
    }
    await storeFound(tx, settlement, { url, remoteId: app.connectors[channelType]?.remoteIdOf?.(url) ?? null });
    return { deliveryId, status: isComment ? "commented" : "PUBLISHED", url, message: null };
  });
  app.wake();
  return settled;
}

/** Has a delivery tried again that ended while nothing of it had arrived, and stores who decided so, in one transaction. */
export async function tryDeliveryAgain(
  app: App,
  { deliveryId }: PrivateInput<"tryDeliveryAgain">,
  { viewer }: Decider,
): Promise<PrivateOutput<"tryDeliveryAgain">> {
  const status = await transaction(app.db, async (tx) => {
    const delivery = (await lockForSettling(tx, deliveryId)) ?? refuse(409, "delivery", NOWHERE);
    const why = whyNotAgain({ ...delivery, outcomes: await listOutcomes(tx, deliveryId) });
    if (why !== null) refuse(409, "delivery", why);
    await requireFiles(tx, delivery);
    await storeRetry(tx, { delivery, by: viewer?.name ?? OPERATOR, now: app.clock.now() });
    return delivery.isComment ? "waiting" : "RETRYING";
  });
  app.wake();
  return { deliveryId, status, url: null, message: deliveryWords.triedAgain };
}

/** Held until the transaction ends: from then on what is under way keeps them. */
async function requireFiles(tx: Queryable, { brandId, isComment, content: { mediaIds } }: SettledRow): Promise<void> {
  const ids = isComment ? [] : [...new Set(mediaIds)];
  if ((await holdMedia(tx, { brandId, ids })).size < ids.length)
    refuse(409, "delivery", "A file of it has been deleted, so it cannot be sent again. Write the post again.");
}

const NOWHERE = "It was meant for no channel that is still known. Write the post again.";

async function undecided(tx: Queryable, deliveryId: number): Promise<SettledRow> {
  const delivery = (await lockForSettling(tx, deliveryId)) ?? refuse(404, "delivery", `There is no delivery with the id ${deliveryId}.`);
  const { status, reason } = delivery;
  if (status === "FAILED" && reason === "undecided") return delivery;
  return refuse(409, "delivery", `Only a delivery that is FAILED with the reason undecided can be settled; this one is ${status}.`);
}

/** What would end the delivery at once, without sending anything. */
function refuseAgain({ postId, channelStatus }: SettledRow): void {
  if (postId === null) refuse(409, "delivery", "The post has been deleted, so it cannot be sent again.");
  if (channelStatus !== "ACTIVE") refuse(409, "delivery", "Its channel is not active: reconnect it or switch it on, then send it again.");
}
