import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

/** Where events are sent. */
export interface WebhookRow {
  readonly id: number;
  readonly brandId: number;
  readonly url: string;
  readonly description: string | null;
  /** Null: all. */
  readonly events: readonly string[] | null;
  readonly status: "ACTIVE" | "OFF";
  readonly offReason: string | null;
  readonly publicKey: string | null;
  readonly waiting: number;
  readonly failures: number;
  readonly failingSince: Instant | null;
  readonly heldUntil: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const COLUMNS = `w.id, w.brand_id "brandId", w.url, w.description, w.events, w.status, w.off_reason "offReason", w.public_key "publicKey",
  (select count(*) from webhook_sends s where s.webhook_id = w.id and s.next_at is not null) waiting, w.failures,
  w.failing_since "failingSince", w.held_until "heldUntil", w.created_at "createdAt", w.updated_at "updatedAt"`;

/** Oldest first; null when there is no such brand. */
export async function listWebhookRows(db: Queryable, brandId: number): Promise<WebhookRow[] | null> {
  const rows = await query<WebhookRow>(db, {
    text: `select ${COLUMNS} from webhooks w where w.brand_id = $1 order by w.id`,
    values: [brandId],
  });
  if (rows.length > 0) return rows;
  return (await maybeOne(db, { text: "select id from brands where id = $1", values: [brandId] })) === null ? null : [];
}

export async function findWebhook(db: Queryable, webhookId: number): Promise<WebhookRow | null> {
  return maybeOne<WebhookRow>(db, { text: `select ${COLUMNS} from webhooks w where w.id = $1`, values: [webhookId] });
}

export interface LockedWebhook extends WebhookRow {
  /** Sealed. */
  readonly secrets: string;
}

/** Locked until the transaction ends; whoever changes what is sent there, too, locks it first. */
export async function lockWebhook(tx: Queryable, webhookId: number): Promise<LockedWebhook | null> {
  return maybeOne<LockedWebhook>(tx, {
    text: `select ${COLUMNS}, w.secrets from webhooks w where w.id = $1 for no key update of w`,
    values: [webhookId],
  });
}

/** Locks the brand against another webhook at the same moment, and says how many it has; null when there is no such brand. */
export async function countWebhooks(tx: Queryable, brandId: number): Promise<number | null> {
  const brand = await maybeOne(tx, { text: "select id from brands where id = $1 for no key update", values: [brandId] });
  if (brand === null) return null;
  const { webhooks } = await one<{ webhooks: number }>(tx, {
    text: "select count(*) webhooks from webhooks where brand_id = $1",
    values: [brandId],
  });
  return webhooks;
}

interface NewWebhookRow extends Pick<WebhookRow, "brandId" | "url" | "description" | "events"> {
  readonly now: Instant;
}

/** Without secrets: they are sealed for its id and stored by `storeKeys`. */
export async function insertWebhook(tx: Queryable, { brandId, url, description, events, now }: NewWebhookRow): Promise<number> {
  const { id } = await one<{ id: number }>(tx, {
    text: `insert into webhooks (brand_id, url, description, events, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning id`,
    values: [brandId, url, description, events, now],
  });
  return id;
}

export async function storeKeys(
  tx: Queryable,
  {
    id,
    secrets,
    publicKey,
    now,
  }: { readonly id: number; readonly secrets: string; readonly publicKey: string | null; readonly now: Instant },
): Promise<void> {
  await query(tx, {
    text: "update webhooks set secrets = $2, public_key = $3, updated_at = $4 where id = $1",
    values: [id, secrets, publicKey, now],
  });
}

/** Another address has not failed at anything. */
export async function changeWebhookRow(
  tx: Queryable,
  change: Pick<WebhookRow, "id" | "url" | "description" | "events"> & { readonly now: Instant },
): Promise<void> {
  const { id, url, description, events, now } = change;
  const isMoved = await execute(tx, { text: "update webhooks set url = $2 where id = $1 and url <> $2", values: [id, url] });
  await query(tx, {
    text: "update webhooks set description = $2, events = $3, updated_at = $4 where id = $1",
    values: [id, description, events, now],
  });
  if (isMoved > 0) await beginAnew(tx, id, now);
}

/** Switches it off; `reason` is null if a person does. What waits stays. The caller holds the webhook. */
export async function switchOff(
  tx: Queryable,
  { id, reason, now }: { readonly id: number; readonly reason: string | null; readonly now: Instant },
): Promise<void> {
  await query(tx, {
    text: "update webhooks set status = 'OFF', off_reason = $2, held_until = null, updated_at = $3 where id = $1",
    values: [id, reason, now],
  });
}

/** Switches it on, as if it had never failed: what waits is due now. The caller holds the webhook. */
export async function switchOn(tx: Queryable, id: number, now: Instant): Promise<void> {
  await query(tx, { text: "update webhooks set status = 'ACTIVE', off_reason = null, updated_at = $2 where id = $1", values: [id, now] });
  await beginAnew(tx, id, now);
}

/** As if it had never failed: what waits is due now. What is on its way stays so. */
async function beginAnew(tx: Queryable, id: number, now: Instant): Promise<void> {
  await query(tx, { text: "update webhooks set failures = 0, failing_since = null, held_until = null where id = $1", values: [id] });
  await query(tx, {
    text: `update webhook_sends s set next_at = $2 where webhook_id = $1 and next_at > $2 and coalesce(s.taken_until <= $2, true)`,
    values: [id, now],
  });
}

export async function deleteWebhook(tx: Queryable, id: number): Promise<void> {
  await execute(tx, { text: "delete from webhooks where id = $1", values: [id] });
}
