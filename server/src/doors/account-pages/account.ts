import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { sendPage, withStatus } from "../../ground/web/page.ts";
import { disconnectClient } from "../../people/clients/disconnect.ts";
import { formToken } from "../../people/sign-in/forms.ts";
import type { Sentence } from "../../people/sign-in/pages.ts";
import { ACCOUNT } from "../../people/sign-in/return-path.ts";
import { pathToSignIn, SIGN_OUT } from "../../people/sign-in/routes.ts";
import { type Session, sessionOf } from "../../people/sign-in/sessions.ts";
import { listProgramsOf } from "../oauth/access-store.ts";
import { oauthAddresses } from "../oauth/addresses.ts";
import { accountForm } from "./form.ts";
import { accountPage, type PasswordProblem } from "./page.ts";
import { wordsOf } from "./words.ts";

const DISCONNECT = "disconnect";
/** Purpose of the form that changes the password. */
export const CHANGE_PASSWORD = "change password";

/** Confirmation messages by the query string of the redirect after an action. */
const NEWS: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ["disconnected", (language) => wordsOf(language).apps.disconnected],
  ["password-changed", (language) => wordsOf(language).password.changed],
]);

/**
 * `GET /account`: connected apps, password change and sign-out.
 */
export async function showAccount(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await sessionOf(app, request);
  if (session === null) return reply.redirect(pathToSignIn(ACCOUNT), 303);
  return sendAccount(app, reply, session, { news: NEWS.get(request.url.split("?")[1] ?? "") ?? null });
}

export async function sendAccount(
  app: App,
  reply: FastifyReply,
  session: Session,
  tell: { readonly news?: Sentence | null; readonly problem?: PasswordProblem; readonly status?: number },
): Promise<FastifyReply> {
  const page = accountPage({
    session,
    programs: await listProgramsOf(app.db, session.viewer.userId, app.clock.now()),
    resource: oauthAddresses(app.config).resource,
    token: formToken(app, session, DISCONNECT),
    passwordToken: formToken(app, session, CHANGE_PASSWORD),
    signOutToken: formToken(app, session, SIGN_OUT),
    news: tell.news ?? null,
    problem: tell.problem ?? null,
  });
  return sendPage(reply, withStatus(page, tell.status ?? 200));
}

/**
 * `POST /account/disconnect`: takes effect with the app's next request.
 */
export async function disconnect(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await accountForm(app, { request, reply }, DISCONNECT);
  if (form === null) return reply;
  await disconnectClient(app, form.session.viewer.userId, form.fields.get("client_id") ?? "");
  return reply.redirect(`${ACCOUNT}?disconnected`, 303);
}
