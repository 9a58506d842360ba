import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { sendPage } from "../../ground/web/page.ts";
import { type FormCookie, fieldsOf, formCookieOf, isForeign, isFormToken } from "../../people/sign-in/forms.ts";
import { staleFormPage } from "../../people/sign-in/pages.ts";

/** The fields of a form for people who need not be signed in. Null when the form is rejected: the reply has been sent. */
export function openForm(
  app: App,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { purpose, again }: { readonly purpose: string; readonly again: string },
): { readonly fields: URLSearchParams; readonly cookie: FormCookie } | null {
  const fields = fieldsOf(request);
  const cookie = formCookieOf(app, request);
  if (!isForeign(request, app.config.publicUrl) && cookie !== null && isFormToken(app, cookie, purpose, fields.get("token")))
    return { fields, cookie };
  sendPage(reply, staleFormPage(app.config, again));
  return null;
}

/** The secret of the link, in the address of its page. */
export function secretIn({ url }: Pick<FastifyRequest, "url">): string {
  return new URL(url, "http://here.invalid").searchParams.get("token") ?? "";
}
