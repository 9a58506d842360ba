import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { deleteClientOfUser } from "../clients/store.ts";
import { sendPage } from "../http/page.ts";
import { fieldsOf, formToken, isForeign, isFormToken } from "../sign-in/forms.ts";
import { staleFormPage } from "../sign-in/pages.ts";
import { HOME } from "../sign-in/return-path.ts";
import { pathToSignIn, SIGN_OUT } from "../sign-in/routes.ts";
import { sessionOf } from "../sign-in/sessions.ts";
import { listProgramsOf } from "./access-store.ts";
import { accountPage } from "./account-page.ts";
import { placeOf } from "./place.ts";

const DISCONNECT = "disconnect";

/** `GET /account`: the programs that act for the user, and the way out. */
export async function showAccount(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await sessionOf(app, request);
  if (session === null) return reply.redirect(pathToSignIn(HOME), 303);
  const page = accountPage({
    session,
    programs: await listProgramsOf(app.db, session.viewer.userId, app.clock.now()),
    resource: placeOf(app.config).resource,
    token: formToken(app, session, DISCONNECT),
    signOutToken: formToken(app, session, SIGN_OUT),
    news: request.url.endsWith("?disconnected") ? "The program is disconnected. It can do nothing here any more." : null,
  });
  return sendPage(reply, page);
}

/** `POST /account/disconnect`: holds from the program's next request on. */
export async function disconnect(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  const session = await sessionOf(app, request);
  if (session === null) return reply.redirect(pathToSignIn(HOME), 303);
  if (isForeign(request, app.config.publicUrl) || !isFormToken(app, session, DISCONNECT, fields.get("token"))) {
    return sendPage(reply, staleFormPage(HOME));
  }
  await deleteClientOfUser(app.db, session.viewer.userId, fields.get("client_id") ?? "");
  return reply.redirect(`${HOME}?disconnected`, 303);
}
