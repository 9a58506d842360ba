import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { transaction } from "../../ground/database/query.ts";
import { Pool } from "../../ground/loops/pool.ts";
import { createSweep } from "../../ground/loops/sweep.ts";
import type { Waker } from "../../ground/loops/waker.ts";
import { FAILURES_UNTIL_PROBING, judge, type Verdict } from "./rules.ts";
import { SENDING_SECONDS_MAX, type Sent, sendEvent } from "./send.ts";
import {
  deleteOldEvents,
  endSend,
  giveBack,
  insertAttempt,
  noteFailure,
  noteSuccess,
  postponeSend,
  type SendRow,
  takeDueSends,
} from "./sends-store.ts";
import { lockWebhook, switchOff } from "./store.ts";

const POLL_MILLISECONDS = 1000;
/** In this process, in all and to one webhook: a receiver that is slow must not hold up the others. */
const AT_ONCE = 32;
const AT_ONCE_PER_WEBHOOK = 4;
/** Longer than sending takes: when it is over, the process that took an event is gone. */
const LEASE_SECONDS = SENDING_SECONDS_MAX + 40;
/** What still waits is kept for longer than it can be tried, however soon the operator lets details be forgotten. */
const WAITING_DAYS_MIN = 30;
const SWEPT_AT_ONCE = 1000;

/** Sends events to webhooks until stopped; what is on its way then is given back. Never rejects. */
export async function runWebhooks(
  app: App,
  { waker, stop }: { readonly waker: Pick<Waker, "rest">; readonly stop: AbortSignal },
): Promise<void> {
  const sweep = createSweep(app, (now) => sweepEvents(app, now));
  while (!stop.aborted) {
    await sendDueEvents(app, stop, sweep).catch((error: unknown) =>
      app.log.error({ event: "engine trouble", part: "webhooks", err: error }),
    );
    await waker.rest(POLL_MILLISECONDS);
  }
}

/** Sends everything that is due, and what becomes due in the meantime. With many receivers, that may go on for ever: hence `meanwhile`. */
export async function sendDueEvents(app: App, stop: AbortSignal, meanwhile = async (): Promise<void> => {}): Promise<void> {
  const pool = new Pool<SendRow>(AT_ONCE);
  try {
    while (!stop.aborted) {
      if (pool.free > 0) for (const row of await take(app, pool)) pool.add(row, send(app, row, stop));
      await meanwhile();
      if (pool.isEmpty) return;
      await pool.change(POLL_MILLISECONDS);
    }
  } finally {
    await pool.end();
  }
}

function take(app: App, pool: Pool<SendRow>): Promise<SendRow[]> {
  return takeDueSends(app.db, {
    now: app.clock.now(),
    leaseSeconds: LEASE_SECONDS,
    limit: pool.free,
    perWebhook: AT_ONCE_PER_WEBHOOK,
    probingFrom: FAILURES_UNTIL_PROBING,
    underWay: underWay(pool),
  });
}

/** How many events are on their way to each webhook. */
function underWay(pool: Pool<SendRow>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { webhookId } of pool.rows) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}

/** Trouble with one is no reason not to send the others: it is due again when its lease is over. */
async function send(app: App, row: SendRow, stop: AbortSignal): Promise<void> {
  try {
    crashPoint("webhook.after-take");
    const at = app.clock.now();
    const startedAt = performance.now();
    const sent = await sendEvent(app, row, stop);
    const durationMilliseconds = Math.round(performance.now() - startedAt);
    crashPoint("webhook.after-send");
    if (sent.status === null && stop.aborted) return await giveBack(app.db, row, app.clock.now());
    await store(app, row, { sent, at, durationMilliseconds });
    crashPoint("webhook.after-commit");
    app.changes.tell(row.brandId, "webhooks");
  } catch (error) {
    app.log.error({ event: "engine trouble", part: "webhooks", webhook: row.webhookId, id: row.eventId, err: error });
  }
}

interface Attempt {
  readonly sent: Sent;
  readonly at: Instant;
  readonly durationMilliseconds: number;
}

/** Stores what became of an attempt and everything that follows from it: all or nothing. */
async function store(app: App, row: SendRow, { sent, at, durationMilliseconds }: Attempt): Promise<void> {
  await transaction(app.db, async (tx) => {
    const now = app.clock.now();
    // Locked first, as by everybody who changes it and what is sent there; gone if somebody has deleted it.
    const webhook = await lockWebhook(tx, row.webhookId);
    if (webhook === null) return;
    // As it is by now: others may have been answered since this one was taken. Another address has failed at nothing yet.
    const condition = webhook.url === row.url ? webhook : { failures: 0, failingSince: null };
    const verdict = judge(sent, { condition, tries: row.tries, now, chance: Math.random() });
    if (verdict.kind === "failed") await fail(app, tx, { row, webhook, verdict });
    else {
      await noteSuccess(tx, row.webhookId, at);
      await endSend(tx, row, { status: "delivered", now });
    }
    const problem = verdict.kind === "failed" ? verdict.problem : null;
    await insertAttempt(tx, row, { at, durationMilliseconds, httpStatus: sent.status, problem, answer: sent.text });
    crashPoint("webhook.before-commit");
  });
}

interface Failure {
  readonly row: SendRow;
  readonly webhook: NonNullable<Awaited<ReturnType<typeof lockWebhook>>>;
  readonly verdict: Extract<Verdict, { kind: "failed" }>;
}

async function fail(app: App, tx: Parameters<typeof lockWebhook>[0], { row, webhook, verdict }: Failure): Promise<void> {
  const now = app.clock.now();
  if (verdict.retryAt === null) await endSend(tx, row, { status: "failed", now });
  else await postponeSend(tx, row, verdict.retryAt);
  app.log.info({ event: "webhook failed", webhook: row.webhookId, id: row.eventId, tries: row.tries, why: verdict.problem });
  if (webhook.url !== row.url) return;
  await noteFailure(tx, { webhookId: row.webhookId, heldUntil: verdict.heldUntil, now });
  if (verdict.off === null || webhook.status === "OFF") return;
  await switchOff(tx, { id: row.webhookId, reason: verdict.off, now });
  await record(app, tx, {
    action: "webhook.switched-off",
    brandId: row.brandId,
    object: { type: "webhook", id: row.webhookId, name: webhook.description ?? URL.parse(row.url)?.host ?? null },
    changes: [fact("reason", verdict.off)],
  });
  app.log.warn({ event: "webhook switched off", webhook: row.webhookId, why: verdict.off });
}

/** Forgets events with their attempts after the days that the operator keeps details of attempts. */
export async function sweepEvents(app: App, now: Instant): Promise<void> {
  const { attemptDays } = app.config;
  if (attemptDays === 0) return;
  const before = addSeconds(now, -attemptDays * 86_400);
  const waitingBefore = addSeconds(now, -Math.max(attemptDays, WAITING_DAYS_MIN) * 86_400);
  while ((await deleteOldEvents(app.db, { before, waitingBefore, limit: SWEPT_AT_ONCE })) === SWEPT_AT_ONCE);
}
