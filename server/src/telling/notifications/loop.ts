import { addSeconds } from "@rostrum/contract/formats.ts";
import { NOTIFICATION_WAYS, type NotificationWay } from "@rostrum/contract/private/notifications.ts";
import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { transaction } from "../../ground/database/query.ts";
import { Pool } from "../../ground/loops/pool.ts";
import { createWaker, type Waker } from "../../ground/loops/waker.ts";
import { storeMail } from "../mail/mail.ts";
import { tellChat } from "./chat.ts";
import { composeMail } from "./compose.ts";
import { noticesOf, readerOf } from "./read.ts";
import { DIGEST_DEFAULT, mailAllowedAt, nextDigestAt } from "./rules.ts";
import {
  deleteLine,
  deleteSends,
  type Line,
  listDueLines,
  listDueSends,
  listRecentMails,
  noteMail,
  planSends,
  postponeLine,
  postponeSends,
  type SendRow,
} from "./sends-store.ts";
import { stopUrl } from "./stop-link.ts";
import { findChoice, lockMember, type MemberRow } from "./store.ts";

const POLL_MILLISECONDS = 1000;
const LINES_AT_ONCE = 50;
const TROUBLE_SECONDS = 60;
/** What one mail or message tells of at most; what else is due is told in the next. */
const SENDS_AT_ONCE = 1000;

/** Apart from one another: a chat that does not answer holds up no mail. */
const WAYS_APART: readonly (readonly NotificationWay[])[] = [["mail", "digest"], ["chat"]];

/** Tells people what they want to be told, until stopped. `waker` makes one for each that tells apart. Never rejects. */
export async function runNotifications(
  app: App,
  stop: AbortSignal,
  waker: () => Pick<Waker, "rest"> = () => createWaker(stop),
): Promise<void> {
  await Promise.all(WAYS_APART.map((ways) => tellOn(app, { stop, waker: waker(), ways })));
}

interface Telling {
  readonly stop: AbortSignal;
  readonly waker: Pick<Waker, "rest">;
  readonly ways: readonly NotificationWay[];
}

async function tellOn(app: App, { stop, waker, ways }: Telling): Promise<void> {
  while (!stop.aborted) {
    await tellDue(app, stop, ways).catch((error: unknown) => app.log.error({ event: "engine trouble", part: "notifications", err: error }));
    await waker.rest(POLL_MILLISECONDS);
  }
}

/** Tells everything that is due, and what becomes due in the meantime: a chat that is slow must not hold up the others. */
export async function tellDue(app: App, stop: AbortSignal, ways: readonly NotificationWay[] = NOTIFICATION_WAYS): Promise<void> {
  const pool = new Pool<Line>(LINES_AT_ONCE);
  try {
    while (!stop.aborted) {
      const busy = new Set(pool.rows.map(nameOf));
      const lines = await listDueLines(app.db, { ways, now: app.clock.now(), limit: LINES_AT_ONCE + busy.size });
      const waiting = lines.filter((line) => !busy.has(nameOf(line)));
      const isMore = waiting.length >= pool.free;
      for (const line of waiting.slice(0, pool.free)) pool.add(line, tellOne(app, line, stop));
      await (isMore ? pool.change(POLL_MILLISECONDS) : pool.rest(POLL_MILLISECONDS));
      if (pool.isEmpty && !isMore) return;
    }
  } finally {
    await pool.end();
  }
}

function nameOf({ userId, brandId, way }: Line): string {
  return `${userId} ${brandId} ${way}`;
}

/** Never rejects. */
async function tellOne(app: App, line: Line, stop: AbortSignal): Promise<void> {
  await tell(app, line, stop).catch((error: unknown) => app.log.error({ event: "engine trouble", part: "notifications", err: error }));
}

/** Trouble with one is no reason not to tell the others. */
async function tell(app: App, line: Line, stop: AbortSignal): Promise<void> {
  try {
    if (line.way === "chat") return await tellChat(app, line, stop);
    const isStored = await transaction(app.db, async (tx) => {
      const member = await lockMember(tx, line);
      if (member === null) return deleteLine(tx, line).then(() => false);
      const due = await listDueSends(tx, line, { now: app.clock.now(), limit: SENDS_AT_ONCE });
      return line.way === "mail" ? mailAtOnce(app, tx, { line, member, due }) : digest(app, tx, { line, member, due });
    });
    crashPoint("notification.after-commit");
    if (isStored) app.wakeMail();
  } catch (error) {
    app.log.error({ event: "engine trouble", part: "notifications", user: line.userId, brand: line.brandId, err: error });
    const now = app.clock.now();
    await postponeLine(app.db, line, now, addSeconds(now, TROUBLE_SECONDS));
  }
}

type Tx = Parameters<typeof lockMember>[0];

interface Due {
  readonly line: Line;
  readonly member: MemberRow;
  readonly due: readonly SendRow[];
}

/** One mail with all that is due, unless there were too many in the last hour: then it waits until there may be another. */
async function mailAtOnce(app: App, tx: Tx, { line, member, due }: Due): Promise<boolean> {
  const now = app.clock.now();
  const wanted = await keepWanted(app, tx, due);
  if (wanted.length === 0) return false;
  const allowedAt = mailAllowedAt(await listRecentMails(tx, line, now), now);
  if (allowedAt > now) {
    await postponeSends(tx, idsOf(wanted), allowedAt);
    return false;
  }
  await noteMail(tx, line, now);
  await storeAsMail(app, tx, { line, member, due: wanted });
  return true;
}

/** What is new becomes part of the next digest; what was part of one that is due now is told. */
async function digest(app: App, tx: Tx, { line, member, due }: Due): Promise<boolean> {
  const wanted = await keepWanted(app, tx, due);
  const fresh = wanted.filter(({ planned }) => !planned);
  const ready = wanted.filter(({ planned }) => planned);
  if (fresh.length > 0) {
    const choice = await findChoice(tx, line);
    const time = choice === null ? DIGEST_DEFAULT : { every: choice.digestEvery, day: choice.digestDay, hour: choice.digestHour };
    await planSends(tx, idsOf(fresh), nextDigestAt(time, app.clock.now(), member.timezone ?? "UTC"));
  }
  if (ready.length === 0) return false;
  await storeAsMail(app, tx, { line, member, due: ready });
  return true;
}

/** Drops what the person does not want to be told any more, and everything in a service that sends no mail. */
async function keepWanted(app: App, tx: Tx, due: readonly SendRow[]): Promise<SendRow[]> {
  const wanted = app.config.mail === null ? [] : due.filter((send) => send.wanted);
  const kept = new Set(wanted);
  const dropped = due.filter((send) => !kept.has(send));
  if (dropped.length > 0) await deleteSends(tx, idsOf(dropped));
  return wanted;
}

/** From here on the mail is sent, once; nothing of it is left to be told. */
async function storeAsMail(app: App, tx: Tx, { line, member, due }: Due): Promise<void> {
  const reader = await readerOf(app, tx, { brandId: line.brandId, member });
  const url = stopUrl(app, line);
  const written = composeMail(noticesOf(due, reader), reader, { stopUrl: url, isDigest: line.way === "digest" });
  const { userId, brandId, way } = line;
  const types = [...new Set(due.map(({ type }) => type))];
  await storeMail(app, tx, { kind: "notice", to: member.email, userId, brandId, way, types, written, stopUrl: url });
  await deleteSends(tx, idsOf(due));
  crashPoint("notification.before-commit");
}

function idsOf(sends: readonly SendRow[]): number[] {
  return sends.map(({ id }) => id);
}
