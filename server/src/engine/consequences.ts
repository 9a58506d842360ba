import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import type { FindOutcome, Published, PublishOutcome } from "../connectors/connector.ts";
import { type Queryable, transaction } from "../database/query.ts";
import { searchText } from "../published/rules.ts";
import { crashPoint } from "./crash-points.ts";
import { type DeliveryChange, type DeliveryRow, endAttempt, lockStandingAt, storeDelivery } from "./ledger.ts";
import type { AttemptCall } from "./recording.ts";
import { type NextStep, nextCountsAt } from "./rules.ts";
import { settle } from "./settle.ts";
import { disconnectChannel, findDeliveryChannel, insertDelivery } from "./store.ts";

/** An attempt that has come to an end. */
export interface Conclusion {
  readonly delivery: DeliveryRow;
  readonly number: number;
  readonly outcome: PublishOutcome | FindOutcome;
  readonly calls: readonly AttemptCall[] | null;
  readonly next: NextStep;
  readonly now: Instant;
}

/**
 * Stores an attempt's outcome and what follows from it, in one transaction. Only while it is the delivery's last attempt and
 * nothing else has followed from it: whoever lost the channel's lock meanwhile may come late. Answers whether it was stored.
 */
export async function conclude(app: App, { delivery, number, outcome, calls, next, now }: Conclusion): Promise<boolean> {
  const point = outcome.kind === "unknown" && delivery.status === "publishing" ? "cut-off" : "outcome";
  const isStored = await transaction(app.db, async (tx) => {
    if (!(await lockStandingAt(tx, delivery, { tries: number, statuses: ["publishing", "unknown"] }))) return false;
    await endAttempt(tx, { deliveryId: delivery.id, number, outcome: JSON.parse(JSON.stringify(outcome)), calls, now });
    crashPoint("outcome.after-attempt-end");
    await apply(tx, delivery, next, now);
    crashPoint(`${point}.before-commit`);
    return true;
  });
  crashPoint(`${point}.after-commit`);
  return isStored;
}

/** Carries out what the rules say follows, inside the transaction that stores the attempt's outcome. */
async function apply(tx: Queryable, delivery: DeliveryRow, next: NextStep, now: Instant): Promise<void> {
  await storeDelivery(tx, delivery.id, changeOf(delivery, next, now));
  if (next.status === "FAILED" || next.status === "SKIPPED") {
    if (next.disconnect) await disconnectChannel(tx, delivery.channelId, next.message, now);
  }
  if (next.status === "PUBLISHED") await planComment(tx, delivery, now);
  if (delivery.parentId === null) await settle(tx, delivery.publicationId, now);
  crashPoint("outcome.after-settle");
}

/** Ends a delivery for which the platform need not be asked. */
export async function endWith(app: App, delivery: DeliveryRow, end: Extract<NextStep, { disconnect: boolean }>): Promise<void> {
  await transaction(app.db, async (tx) => {
    if (!(await lockStandingAt(tx, delivery, { tries: delivery.tries, statuses: [delivery.status] }))) return;
    await apply(tx, delivery, end, app.clock.now());
    crashPoint("end.before-commit");
  });
  crashPoint("end.after-commit");
}

function changeOf(delivery: DeliveryRow, next: NextStep, now: Instant): DeliveryChange {
  const base = {
    status: next.status,
    reason: next.reason,
    nextAt: null,
    receipt: null,
    remoteId: null,
    url: null,
    postType: null,
    body: null,
    searchText: null,
    countsNextAt: null,
    now,
  };
  if ("published" in next) return { ...base, ...publishedFacts(delivery, next.published, now) };
  if ("nextAt" in next) return { ...base, message: next.message, nextAt: next.nextAt, receipt: next.receipt };
  // A comment that cannot be made is no failure of the post; it has an entry only when it failed.
  if (delivery.parentId !== null && next.status === "SKIPPED") return { ...base, status: "cancelled", message: next.message };
  return { ...base, message: next.message };
}

function publishedFacts(delivery: DeliveryRow, published: Published, now: Instant) {
  const body = published.text ?? null;
  return {
    message: published.note ?? null,
    remoteId: published.remoteId,
    url: published.url,
    postType: published.postType ?? null,
    body,
    searchText: body === null ? null : searchText(body),
    countsNextAt: delivery.parentId === null ? nextCountsAt(now, now) : null,
  };
}

/** The automatic comment is a delivery of its own below the entry, due after its delay. */
async function planComment(tx: Queryable, delivery: DeliveryRow, now: Instant): Promise<void> {
  const { comment } = delivery.content;
  if (comment === null || delivery.parentId !== null) return;
  const channel = await findDeliveryChannel(tx, delivery.id);
  await insertDelivery(tx, {
    publicationId: delivery.publicationId,
    brandId: delivery.brandId,
    collectionId: channel.collectionId,
    postId: delivery.postId,
    parentId: delivery.id,
    channel: { id: delivery.channelId, name: channel.name, type: channel.type },
    status: "waiting",
    reason: null,
    message: null,
    postType: "ENGAGE_COMMENT",
    body: comment.comment,
    searchText: searchText(comment.comment),
    nextAt: addSeconds(now, comment.delay),
    now,
  });
  crashPoint("outcome.after-comment-plan");
}
