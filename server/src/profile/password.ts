import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import { changePassword } from "../sign-in/change-password.ts";
import { knownBrowser } from "../sign-in/known-browser.ts";
import { tooManyAttempts } from "../sign-in/pages.ts";
import { type Exchange, openSession, type Session } from "../sign-in/sessions.ts";
import { attemptSignIn } from "../sign-in/sign-in.ts";
import { foldEmail } from "../users/store.ts";
import { clientKey } from "../web/client-address.ts";

/**
 * Changes the person's password after checking the current one. Wrong guesses count towards the sign-in limit, so an unattended
 * browser is no way around it. All sessions end, and this browser gets a new one: a stolen cookie is worth nothing afterwards.
 */
export async function changeOwnPassword(
  app: App,
  { body }: PrivateInput<"changeOwnPassword">,
  { session, exchange }: { readonly session: Session; readonly exchange: Exchange },
): Promise<PrivateOutput<"changeOwnPassword">> {
  const { request } = exchange;
  const email = await foldEmail(app.db, session.email);
  const browser = knownBrowser(app, request, email);
  const attempt = await attemptSignIn(app, { email, password: body.password, address: clientKey(request.ip), browser });
  if (attempt.kind !== "right") app.log.warn({ event: "password change refused", why: attempt.kind, address: request.ip });
  if (attempt.kind === "throttled") refuse(422, "password", tooManyAttempts(attempt.waitSeconds));
  const changed = attempt.kind === "right" ? await changePassword(app, attempt, body.newPassword) : null;
  if (changed === null || !(await openSession(app, exchange, changed))) refuse(422, "password", "That is not your current password.");
  return {};
}
