import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { languageOf } from "../../ground/web/language.ts";
import { sendPage, withStatus } from "../../ground/web/page.ts";
import { type FormCookie, formToken, keepFormCookie } from "../../people/sign-in/forms.ts";
import { tooManyAttempts } from "../../people/sign-in/pages.ts";
import { openSession } from "../../people/sign-in/sessions.ts";
import { isSetupCode } from "../../people/sign-in/setup-code.ts";
import { recordRefusal } from "../../people/sign-in/sign-in.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";
import { insertPerson } from "../../people/users/insert.ts";
import { hashPassword } from "../../people/users/password.ts";
import { hasUsers, holdFirst } from "../../people/users/store.ts";
import { setupAllowance } from "./allowances.ts";
import { openForm } from "./gate.ts";
import type { Newcomer } from "./join.ts";
import { type SignUpProblem, setupPage } from "./pages.ts";
import { problemWith } from "./sign-up.ts";
import { wordsOf } from "./words.ts";

const SETUP = "set up";

/** `GET /setup`: the first account, the operator's, is made here. Once there is a person, it is a way to sign in. */
export async function showSetup(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (await hasUsers(app.db)) return reply.redirect("/sign-in", 303);
  const cookie = keepFormCookie(app, request, reply);
  return sendSetup(app, reply, { cookie, name: "", email: "", code: "", problem: null, status: 200 });
}

/** `POST /setup`: whoever can read the log, or has set the code, becomes the operator. */
export async function setUp(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = openForm(app, { request, reply }, { purpose: SETUP, again: "/setup" });
  if (form === null) return reply;
  if (await hasUsers(app.db)) return reply.redirect("/sign-in", 303);
  const { fields, cookie } = form;
  const read = (name: string) => (fields.get(name) ?? "").trim();
  const code = read("code");
  const newcomer = { name: read("name"), email: read("email"), password: fields.get("password") ?? "", language: languageOf(request) };
  const again = (problem: SignUpProblem, status: number) =>
    sendSetup(app, reply, { cookie, name: newcomer.name, email: newcomer.email, code, problem, status });
  const unfit = problemWith(newcomer);
  if (unfit !== null) return again(unfit, 422);
  const waitSeconds = await secondsToWait(app, setupAllowance(clientKey(request.ip)));
  if (waitSeconds !== null) {
    reply.header("retry-after", waitSeconds);
    return again({ field: null, text: tooManyAttempts(waitSeconds) }, 429);
  }
  if (!isSetupCode(app, code)) {
    await recordRefusal(app, null, "wrong one-time code");
    return again({ field: "code", text: (language) => wordsOf(language).setup.wrongCode }, 403);
  }
  const made = await makeOperator(app, newcomer);
  if (made === null) return reply.redirect("/sign-in", 303);
  await openSession(app, { request, reply }, made);
  return reply.redirect("/", 303);
}

/** Null when somebody was first. */
async function makeOperator(app: App, { name, email, password, language }: Newcomer) {
  const passwordHash = await hashPassword(password);
  const made = await transaction(app.db, async (tx) => {
    await holdFirst(tx);
    if (await hasUsers(tx)) return null;
    return insertPerson(app, tx, { name, email, timezone: null, verified: true, operator: true, language, passwordHash });
  });
  return made === null ? null : { userId: made.id, passwordHash };
}

interface Given {
  readonly cookie: FormCookie;
  readonly name: string;
  readonly email: string;
  readonly code: string;
  readonly problem: SignUpProblem | null;
  readonly status: number;
}

function sendSetup(app: App, reply: FastifyReply, { cookie, status, ...rest }: Given): FastifyReply {
  const page = setupPage({ ...rest, token: formToken(app, cookie, SETUP), offersSandbox: app.config.sandbox === "off" });
  return sendPage(reply, withStatus(page, status));
}
