import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { changePassword } from "../../people/sign-in/change-password.ts";
import { knowBrowser } from "../../people/sign-in/known-browser.ts";
import { attemptOwnPassword, NOT_YOUR_PASSWORD } from "../../people/sign-in/own-password.ts";
import { tooManyAttempts } from "../../people/sign-in/pages.ts";
import { type Exchange, openSession, type Session } from "../../people/sign-in/sessions.ts";
import { foldEmail } from "../../people/users/store.ts";

/**
 * Changes the person's password after checking the current one. All sessions end, and this browser gets a new one: a stolen cookie is
 * worth nothing afterwards.
 */
export async function changeOwnPassword(
  app: App,
  { body }: PrivateInput<"changeOwnPassword">,
  { session, exchange }: { readonly session: Session; readonly exchange: Exchange },
): Promise<PrivateOutput<"changeOwnPassword">> {
  const { request } = exchange;
  const attempt = await attemptOwnPassword(app, { session, request }, { password: body.password, what: "password change" });
  if (attempt.kind === "throttled") refuse(422, "password", tooManyAttempts(attempt.waitSeconds)("en"));
  const changed = attempt.kind === "right" ? await changePassword(app, attempt, body.newPassword) : null;
  if (changed === null || !(await openSession(app, exchange, changed))) refuse(422, "password", NOT_YOUR_PASSWORD);
  knowBrowser(app, exchange.reply, { email: await foldEmail(app.db, session.email), passwordHash: changed.passwordHash });
  return {};
}
