import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { identify, personObject, record, recordPerson } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { sendPage } from "../../ground/web/page.ts";
import { lookAtLink, useLink } from "../../people/links/links.ts";
import { formToken, keepFormCookie } from "../../people/sign-in/forms.ts";
import { findMailUser, moveUser, verifyUser } from "../../people/users/store.ts";
import { storeMail } from "../../telling/mail/mail.ts";
import { openForm, secretIn } from "./gate.ts";
import { deadLinkPage, takenMeanwhilePage, verifiedPage, verifyPage } from "./pages.ts";

const VERIFY = "verify e-mail";

/** `GET /verify-email`: asks for a click, because programs that look at the links of mails do not click. */
export async function showVerifyEmail(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const secret = secretIn(request);
  const link = await lookAtLink(app, secret);
  if (link === null || link.purpose === "reset") return sendPage(reply, deadLinkPage("verify"));
  const cookie = keepFormCookie(app, request, reply);
  return sendPage(
    reply,
    verifyPage({ token: formToken(app, cookie, VERIFY), secret, email: link.email, isChange: link.purpose === "change" }),
  );
}

/** `POST /verify-email`: the address is theirs. If it is a new one, the old one is told. */
export async function verifyEmail(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = openForm(app, { request, reply }, { purpose: VERIFY, again: "/" });
  if (form === null) return reply;
  const secret = form.fields.get("link_token") ?? "";
  const seen = await lookAtLink(app, secret);
  if (seen === null || seen.purpose === "reset") return sendPage(reply, deadLinkPage("verify"));
  const outcome = await transaction(app.db, async (tx) => {
    const link = await useLink(app, tx, secret);
    if (link === null) return "dead";
    await identify(tx, link.userId);
    if (link.purpose === "verify") {
      if (await verifyUser(tx, link.userId)) {
        const object = await personObject(tx, link.userId);
        await record(app, tx, { action: "person.email-confirmed", brandId: null, object, changes: [fact("email", link.email)] });
      }
      return "done";
    }
    const before = await findMailUser(tx, { id: link.userId });
    if (before === null || !(await moveUser(tx, { userId: link.userId, email: link.email, isVerified: true }))) return "taken";
    const changes = [{ name: "email", before: before.email, after: link.email }];
    await recordPerson(app, tx, { userId: link.userId, action: "person.email-changed", changes });
    if (!before.demo)
      await storeMail(app, tx, {
        kind: "changed",
        to: before.email,
        email: link.email,
        ...(before.language !== null && { language: before.language }),
      });
    return "done";
  });
  app.wakeMail();
  if (outcome === "done") return sendPage(reply, verifiedPage(seen.email));
  return sendPage(reply, outcome === "taken" ? takenMeanwhilePage(seen.email) : deadLinkPage("verify"));
}
