import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { sendPage } from "../../ground/web/page.ts";
import { fieldsOf, isForeign, isFormToken } from "../../people/sign-in/forms.ts";
import { staleFormPage } from "../../people/sign-in/pages.ts";
import { ACCOUNT } from "../../people/sign-in/return-path.ts";
import { pathToSignIn } from "../../people/sign-in/routes.ts";
import { type Session, sessionOf } from "../../people/sign-in/sessions.ts";

/**
 * The fields of an account form submitted for `purpose` by a signed-in user. Null when the form is rejected: the reply has been
 * sent.
 */
export async function accountForm(
  app: App,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  purpose: string,
): Promise<{ readonly fields: URLSearchParams; readonly session: Session } | null> {
  const { request, reply } = exchange;
  const fields = fieldsOf(request);
  const session = await sessionOf(app, request);
  if (session === null) {
    reply.redirect(pathToSignIn(ACCOUNT), 303);
    return null;
  }
  if (isForeign(request, app.config.publicUrl) || !isFormToken(app, session, purpose, fields.get("token"))) {
    sendPage(reply, staleFormPage(app.config, ACCOUNT));
    return null;
  }
  return { fields, session };
}
