import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, Password } from "@rostrum/contract/private/users.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { changePassword } from "../../people/sign-in/change-password.ts";
import { knowBrowser } from "../../people/sign-in/known-browser.ts";
import { attemptOwnPassword } from "../../people/sign-in/own-password.ts";
import { type Sentence, tooManyAttempts } from "../../people/sign-in/pages.ts";
import { ACCOUNT } from "../../people/sign-in/return-path.ts";
import { openSession } from "../../people/sign-in/sessions.ts";
import { foldEmail } from "../../people/users/store.ts";
import { CHANGE_PASSWORD, sendAccount } from "./account.ts";
import { accountForm } from "./form.ts";
import { wordsOf } from "./words.ts";

const UNFIT: Sentence = (language) => wordsOf(language).password.unfit({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX });
const NOT_YOURS: Sentence = (language) => wordsOf(language).password.notYours;

/**
 * `POST /account/password`: changes the user's password after checking the current one. All of their sessions end, and this browser
 * gets a new one.
 */
export async function setOwnPassword(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await accountForm(app, { request, reply }, CHANGE_PASSWORD);
  if (form === null) return reply;
  const { fields, session } = form;
  const next = Password.safeParse(fields.get("new_password") ?? "");
  if (!next.success) {
    return sendAccount(app, reply, session, { problem: { text: UNFIT, field: "new_password" }, status: 422 });
  }
  const attempt = await attemptOwnPassword(app, { session, request }, { password: fields.get("password") ?? "", what: "password change" });
  if (attempt.kind === "throttled") {
    reply.header("retry-after", attempt.waitSeconds);
    return sendAccount(app, reply, session, { problem: { text: tooManyAttempts(attempt.waitSeconds), field: "password" }, status: 429 });
  }
  const changed = attempt.kind === "right" ? await changePassword(app, attempt, next.data) : null;
  if (changed === null || !(await openSession(app, { request, reply }, changed))) {
    return sendAccount(app, reply, session, { problem: { text: NOT_YOURS, field: "password" }, status: 401 });
  }
  knowBrowser(app, reply, { email: await foldEmail(app.db, session.email), passwordHash: changed.passwordHash });
  return reply.redirect(`${ACCOUNT}?password-changed`, 303);
}
