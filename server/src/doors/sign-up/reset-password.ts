import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, Password } from "@rostrum/contract/private/users.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { identify, personObject, record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { sendPage, withStatus } from "../../ground/web/page.ts";
import { revokeAll } from "../../people/api-keys/revoke.ts";
import { countWorkingKeys } from "../../people/api-keys/store.ts";
import { disconnectAll } from "../../people/clients/disconnect.ts";
import { lookAtLink, useLink } from "../../people/links/links.ts";
import type { LinkRow } from "../../people/links/store.ts";
import { type FormCookie, formToken, keepFormCookie } from "../../people/sign-in/forms.ts";
import type { Sentence } from "../../people/sign-in/pages.ts";
import { deleteSessionsOfUser } from "../../people/sign-in/session-store.ts";
import { accountAllowance } from "../../people/sign-in/sign-in.ts";
import { forgetAttempts } from "../../people/sign-in/throttle-store.ts";
import { hashPassword } from "../../people/users/password.ts";
import { foldEmail, storePassword, verifyUser } from "../../people/users/store.ts";
import { openForm, secretIn } from "./gate.ts";
import { deadLinkPage, KEEPS, resetDonePage, resetPage } from "./pages.ts";
import { wordsOf } from "./words.ts";

const RESET = "reset password";
const UNFIT: Sentence = (language) => wordsOf(language).reset.unfit({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX });

/** `GET /reset-password`: only looks at the link. */
export async function showResetPassword(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const secret = secretIn(request);
  const link = await lookAtLink(app, secret);
  if (link?.purpose !== "reset") return sendPage(reply, deadLinkPage("reset"));
  const cookie = keepFormCookie(app, request, reply);
  return await sendReset(app, reply, { cookie, secret, link, problem: null, keeps: false });
}

/**
 * `POST /reset-password`: ends all sessions of the account and disconnects its programs, like a password set by the operator. Its keys end
 * unless the person says otherwise: somebody else may have made them, who had the password or had made the account itself.
 */
export async function resetPassword(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = openForm(app, { request, reply }, { purpose: RESET, again: "/forgot-password" });
  if (form === null) return reply;
  const secret = form.fields.get("link_token") ?? "";
  const link = await lookAtLink(app, secret);
  if (link?.purpose !== "reset") return sendPage(reply, deadLinkPage("reset"));
  const password = Password.safeParse(form.fields.get("password") ?? "");
  const keeps = form.fields.has(KEEPS);
  if (!password.success) return await sendReset(app, reply, { cookie: form.cookie, secret, link, problem: UNFIT, keeps });
  const passwordHash = await hashPassword(password.data);
  const isDone = await transaction(app.db, async (tx) => {
    const used = await useLink(app, tx, secret);
    if (used === null) return false;
    await storePassword(tx, used.userId, passwordHash);
    await deleteSessionsOfUser(tx, used.userId);
    await identify(tx, used.userId);
    const object = await personObject(tx, used.userId);
    await record(app, tx, { action: "person.password-changed", brandId: null, object, changes: [fact("by", "link")] });
    await disconnectAll(app, tx, used.userId);
    await forgetAttempts(tx, accountAllowance(await foldEmail(tx, used.email)).key);
    // Whoever made the account with this address and never confirmed it may be somebody else: nothing of theirs goes on working.
    const isTakenOver = used.mailed && (await verifyUser(tx, used.userId));
    if (!keeps || isTakenOver) await revokeAll(app, tx, used.userId);
    return true;
  });
  return sendPage(reply, isDone ? resetDonePage() : deadLinkPage("reset"));
}

async function sendReset(
  app: App,
  reply: FastifyReply,
  given: {
    readonly cookie: FormCookie;
    readonly secret: string;
    readonly link: LinkRow;
    readonly problem: Sentence | null;
    readonly keeps: boolean;
  },
): Promise<FastifyReply> {
  const { cookie, secret, link, problem, keeps } = given;
  const keys = await countWorkingKeys(app.db, link.userId, app.clock.now());
  const page = resetPage({ token: formToken(app, cookie, RESET), secret, email: link.email, problem, keys, keeps });
  return sendPage(reply, withStatus(page, problem === null ? 200 : 422));
}
