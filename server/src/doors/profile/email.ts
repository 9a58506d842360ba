import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { recordPerson } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { knowBrowser } from "../../people/sign-in/known-browser.ts";
import { attemptOwnPassword, NOT_YOUR_PASSWORD } from "../../people/sign-in/own-password.ts";
import { tooManyAttempts } from "../../people/sign-in/pages.ts";
import type { Exchange, Session } from "../../people/sign-in/sessions.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";
import { passwordMark } from "../../people/users/password-mark.ts";
import { foldEmail, isTaken, moveUser } from "../../people/users/store.ts";
import { storeMail } from "../../telling/mail/mail.ts";
import { storeAskedMail } from "../sign-up/allowances.ts";

const LINKS_WINDOW_SECONDS = 3600;
const NO_MAIL = "This service sends no mail. Ask its operator to change your address.";

interface Call {
  readonly session: Session;
  readonly exchange: Exchange;
}

/**
 * Has a link sent to the new address; the address changes when the link is used. Nobody reads mail to the person that the demo has
 * made up, so they change theirs at once.
 */
export async function changeOwnEmail(
  app: App,
  { body }: PrivateInput<"changeOwnEmail">,
  { session, exchange }: Call,
): Promise<PrivateOutput<"changeOwnEmail">> {
  const { userId } = session.viewer;
  const email = body.email.trim();
  if (!session.isDemo && app.config.mail === null) refuse(422, "email", NO_MAIL);
  if ((await foldEmail(app.db, email)) === (await foldEmail(app.db, session.email))) refuse(422, "email", "This is your address already.");
  const attempt = await attemptOwnPassword(
    app,
    { session, request: exchange.request },
    { password: body.password, what: "address change" },
  );
  if (attempt.kind !== "right")
    refuse(422, "password", attempt.kind === "throttled" ? tooManyAttempts(attempt.waitSeconds)("en") : NOT_YOUR_PASSWORD);
  if (session.isDemo) {
    await transaction(app.db, async (tx) => {
      const isMoved = await moveUser(tx, { userId, email, isVerified: null });
      if (!isMoved) refuse(409, "email", "Somebody else has this address.");
      const changes = [{ name: "email", before: session.email, after: email }];
      await recordPerson(app, tx, { userId, action: "person.email-changed", changes });
    });
    knowBrowser(app, exchange.reply, { email: await foldEmail(app.db, email), passwordHash: attempt.passwordHash });
    return { state: "changed" };
  }
  await spareRecipients(app, userId);
  // Of the password that was typed: a new one may have been stored since.
  const password = passwordMark(attempt.passwordHash);
  await transaction(app.db, async (tx) => {
    // The owner of an address that is taken learns of it; who has typed it does not. Nor does anybody learn that it has had mail enough.
    if (await isTaken(tx, { email, userId })) await storeAskedMail(app, tx, { kind: "taken", to: email });
    else await storeAskedMail(app, tx, { kind: "change", to: email, userId, password });
  });
  app.wakeMail();
  return { state: "sent" };
}

export async function sendVerification(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"sendVerification">> {
  const { userId, verified } = session.viewer;
  if (verified) refuse(422, "email", "Your address is confirmed already.");
  if (app.config.mail === null) refuse(422, "email", "This service sends no mail. Ask its operator for a link.");
  await spareRecipients(app, userId);
  await transaction(app.db, (tx) => storeMail(app, tx, { kind: "verify", to: session.email }));
  app.wakeMail();
  return {};
}

/** Nobody fills others' mailboxes. */
async function spareRecipients(app: App, userId: number): Promise<void> {
  const waitSeconds = await secondsToWait(app, {
    key: `links of ${userId}`,
    max: BOUNDS.mailsAsked.most,
    windowSeconds: LINKS_WINDOW_SECONDS,
  });
  if (waitSeconds !== null) refuse(422, "email", tooManyAttempts(waitSeconds)("en"));
}
