import { Email } from "@rostrum/contract/private/fields.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { sendPage, withStatus } from "../../ground/web/page.ts";
import { formToken, keepFormCookie } from "../../people/sign-in/forms.ts";
import { type Sentence, tooManyAttempts } from "../../people/sign-in/pages.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";
import { requestAllowance, storeAskedMail } from "./allowances.ts";
import { openForm } from "./gate.ts";
import { askedPage, forgotPage, noMailPage } from "./pages.ts";
import { wordsOf } from "./words.ts";

const FORGOT = "forgot password";

/** `GET /forgot-password` */
export async function showForgotPassword(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (app.config.mail === null) return sendPage(reply, noMailPage());
  const cookie = keepFormCookie(app, request, reply);
  return sendPage(reply, forgotPage({ token: formToken(app, cookie, FORGOT), email: "", problem: null }));
}

/**
 * `POST /forgot-password`: stores that the address asked for a link. Whether it belongs to somebody is looked up when the mail is
 * sent, so the answer and the work before it are the same for all addresses.
 */
export async function askForLink(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (app.config.mail === null) return sendPage(reply, noMailPage());
  const form = openForm(app, { request, reply }, { purpose: FORGOT, again: "/forgot-password" });
  if (form === null) return reply;
  const email = (form.fields.get("email") ?? "").trim();
  const again = (problem: Sentence, status: number) =>
    sendPage(reply, withStatus(forgotPage({ token: formToken(app, form.cookie, FORGOT), email, problem }), status));
  if (!Email.safeParse(email).success) return again((language) => wordsOf(language).enterEmail, 422);
  const waitSeconds = await secondsToWait(app, requestAllowance(clientKey(request.ip)));
  if (waitSeconds !== null) {
    reply.header("retry-after", waitSeconds);
    return again(tooManyAttempts(waitSeconds), 429);
  }
  await transaction(app.db, (tx) => storeAskedMail(app, tx, { kind: "reset", to: email }));
  app.wakeMail();
  return sendPage(reply, askedPage(email));
}
