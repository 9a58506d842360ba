import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { MailSettings } from "../../ground/config.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { transaction } from "../../ground/database/query.ts";
import { createSweep } from "../../ground/loops/sweep.ts";
import type { Waker } from "../../ground/loops/waker.ts";
import { momentIn } from "../../ground/moments.ts";
import { asTrace, currentSpan, errorName } from "../../ground/spans.ts";
import { makeLink } from "../../people/links/links.ts";
import { deleteExpiredLinks } from "../../people/links/store.ts";
import { passwordMark } from "../../people/users/password-mark.ts";
import { findMailUser } from "../../people/users/store.ts";
import { type Mail, openMail, sealMail } from "./mail.ts";
import { deleteOldMails, endLateMails, endMail, isStillTold, type MailRow, postponeMail, rewriteMail, takeDueMails } from "./store.ts";
import { SENDING_SECONDS_MAX, sendLetter } from "./transport.ts";
import { wordsOf } from "./words.ts";

const POLL_MILLISECONDS = 1000;
const MAILS_AT_ONCE = 4;
/** Longer than sending takes: when it is over, the process that took a mail is gone. */
const LEASE_SECONDS = SENDING_SECONDS_MAX + 60;
const RETRY_SECONDS = 30;
const RETRY_SECONDS_MAX = 3600;
/** How long is known that there was a mail, without its content. */
const REMEMBERED_SECONDS = 7 * 86_400;

/** Sends what is stored until stopped. Runs in services that send no mail too, to tidy up. Never rejects. */
export async function runMail(
  app: App,
  { waker, stop }: { readonly waker: Pick<Waker, "rest">; readonly stop: AbortSignal },
): Promise<void> {
  const sweep = createSweep(app, (now) => sweepMail(app, now));
  while (!stop.aborted) {
    await sendDueMails(app, stop).catch((error: unknown) => app.log.error({ event: "engine trouble", part: "mail", err: error }));
    await sweep();
    await waker.rest(POLL_MILLISECONDS);
  }
}

/** Sends everything that is due, once. */
export async function sendDueMails(app: App, stop: AbortSignal): Promise<void> {
  const { mail: settings } = app.config;
  while (settings !== null && !stop.aborted) {
    const due = { now: app.clock.now(), leaseSeconds: LEASE_SECONDS, limit: MAILS_AT_ONCE };
    const taken = await takeDueMails(app.db, due);
    await Promise.all(taken.map((row) => send(app, settings, row, stop)));
    if (taken.length < MAILS_AT_ONCE) return;
  }
}

export async function sweepMail(app: App, now: Instant): Promise<void> {
  for (const { id, tries } of await endLateMails(app.db, now)) app.log.error({ event: "mail given up", mail: id, why: "too late", tries });
  await deleteOldMails(app.db, addSeconds(now, -REMEMBERED_SECONDS));
  await deleteExpiredLinks(app.db, now);
}

function send(app: App, settings: MailSettings, row: MailRow, stop: AbortSignal): Promise<void> {
  const facts = { "rostrum.mail.id": row.id, "rostrum.attempt": row.tries, "server.address": settings.host, "server.port": settings.port };
  return asTrace(app.traces, { name: "send mail", kind: "client", facts }, () => sendOne(app, settings, row, stop));
}

/** Trouble with one mail is no reason not to send the others. */
async function sendOne(app: App, settings: MailSettings, row: MailRow, stop: AbortSignal): Promise<void> {
  try {
    const mail = await completed(app, row);
    if (mail === null) return await endMail(app.db, row);
    crashPoint("mail.before-send");
    const written = wordsOf(mail, new URL(app.config.publicUrl).host);
    const stopUrl = mail.kind === "notice" ? mail.stopUrl : null;
    const sent = await sendLetter(settings, { to: mail.to, messageId: row.messageId, written, stopUrl }, stop);
    crashPoint("mail.after-send");
    currentSpan()?.tell({ "rostrum.outcome": sent.kind });
    if (sent.kind === "accepted") return await endMail(app.db, row);
    const { kind, ...facts } = sent;
    currentSpan()?.fail(facts.code);
    if (kind === "refused") {
      app.log.error({ event: "mail given up", mail: row.id, ...facts, tries: row.tries });
      return await endMail(app.db, row);
    }
    app.log.warn({ event: "mail not sent yet", mail: row.id, ...facts, tries: row.tries });
    await postponeMail(app.db, row, addSeconds(app.clock.now(), retrySeconds(row.tries)));
  } catch (error) {
    currentSpan()?.fail(errorName(error));
    app.log.error({ event: "engine trouble", part: "mail", mail: row.id, err: error });
  }
}

/** 30 seconds, a minute, two, up to an hour. */
function retrySeconds(tries: number): number {
  return Math.min(RETRY_SECONDS * 2 ** (tries - 1), RETRY_SECONDS_MAX);
}

/**
 * The mail with its link, made when it is first sent: whoever asked for it was answered before anybody looked whether the address
 * belongs to somebody. Null: it belongs to nobody, or the mail has become pointless.
 */
async function completed(app: App, row: MailRow): Promise<Mail | null> {
  const mail = openMail(app, row);
  if (mail.kind === "notice") return (await isStillTold(app.db, mail)) ? mail : null;
  if (mail.kind === "changed" || mail.link !== undefined) return mail;
  return transaction(app.db, async (tx) => {
    const user = await findMailUser(tx, mail.kind === "change" ? { id: mail.userId } : { email: mail.to });
    if (user === null || user.demo || (mail.kind === "verify" && user.verified)) return null;
    // Whoever has chosen another password since did not mean this change, or may ask for it again.
    if (mail.kind === "change" && mail.password !== undefined && mail.password !== passwordMark(user.passwordHash)) return null;
    const purpose = mail.kind === "taken" ? "reset" : mail.kind;
    const email = mail.kind === "change" ? mail.to : user.email;
    const { url, expiresAt } = await makeLink(app, tx, { userId: user.id, purpose, email, mailed: true });
    const language = user.language ?? "en";
    const whole: Mail = { ...mail, to: email, language, link: { url, until: momentIn(language, user.timezone ?? "UTC", expiresAt) } };
    const isOurs = await rewriteMail(tx, { ...row, content: sealMail(app, row.messageId, whole), endsAt: expiresAt });
    if (!isOurs) throw new Error("another process has taken the mail");
    return whole;
  });
}
