import { NAME_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { NewUser, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, Password } from "@rostrum/contract/private/users.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { languageOf } from "../../ground/web/language.ts";
import { sendPage, withStatus } from "../../ground/web/page.ts";
import { type FormCookie, formToken, keepFormCookie } from "../../people/sign-in/forms.ts";
import { knowBrowser } from "../../people/sign-in/known-browser.ts";
import { tooManyAttempts } from "../../people/sign-in/pages.ts";
import { returnPath } from "../../people/sign-in/return-path.ts";
import { openSession, sessionOf } from "../../people/sign-in/sessions.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";
import { takeBackAttempt } from "../../people/sign-in/throttle-store.ts";
import { foldEmail } from "../../people/users/store.ts";
import { invitationAllowance, signUpAllowance } from "./allowances.ts";
import { openForm } from "./gate.ts";
import { invitationIn, isOpenInvitation, join, type Newcomer } from "./join.ts";
import { noSignUpPage, type SignUpProblem, signedUpPage, signUpPage, TAKEN } from "./pages.ts";
import { wordsOf } from "./words.ts";

const SIGN_UP = "sign up";

/** `GET /sign-up`: whoever is signed in goes on to where they wanted. */
export async function showSignUp(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const returnTo = returnPath(new URL(request.url, "http://here.invalid").searchParams.get("return_to"));
  if ((await sessionOf(app, request)) !== null) return reply.redirect(returnTo, 303);
  if (!(await mayJoin(app, returnTo))) return sendPage(reply, noSignUpPage());
  const cookie = keepFormCookie(app, request, reply);
  return sendSignUp(app, reply, { cookie, returnTo, name: "", email: "", problem: null, status: 200 });
}

/**
 * `POST /sign-up`. Where the service sends mail, the answer does not say whether the address is taken. It does where there is no other
 * way to say it, and to those who hold an invitation, who are signed in at once to accept it.
 */
export async function signUp(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = openForm(app, { request, reply }, { purpose: SIGN_UP, again: "/sign-up" });
  if (form === null) return reply;
  const { fields, cookie } = form;
  const returnTo = returnPath(fields.get("return_to"));
  const invitation = await openInvitationIn(app, returnTo);
  if (!app.config.signUp && invitation === null) return sendPage(reply, noSignUpPage());
  const password = fields.get("password") ?? "";
  const newcomer = { name: read(fields, "name"), email: read(fields, "email"), password, language: languageOf(request) };
  const again = (problem: SignUpProblem, status: number) =>
    sendSignUp(app, reply, { cookie, returnTo, name: newcomer.name, email: newcomer.email, problem, status });
  const unfit = problemWith(newcomer);
  if (unfit !== null) return again(unfit, 422);
  const waitSeconds = await secondsToWaitFor(app, request, invitation);
  if (waitSeconds !== null) {
    reply.header("retry-after", waitSeconds);
    return again({ field: null, text: tooManyAttempts(waitSeconds) }, 429);
  }
  if (app.config.mail !== null && invitation === null) {
    await join(app, newcomer, { tellsIfTaken: false });
    return sendPage(reply, signedUpPage(newcomer.email));
  }
  const made = await join(app, newcomer, { tellsIfTaken: true });
  if (made === null) {
    // The link lets people in, and nobody has come in. Tries are counted by their address.
    if (invitation !== null) await takeBackAttempt(app.db, invitationAllowance(invitation).key);
    return again({ field: "email", text: TAKEN }, 409);
  }
  await openSession(app, { request, reply }, made);
  knowBrowser(app, reply, { email: await foldEmail(app.db, newcomer.email), passwordHash: made.passwordHash });
  return reply.redirect(returnTo, 303);
}

/** Invitations let somebody in even where accounts are otherwise made by the operator. */
async function mayJoin(app: App, returnTo: string): Promise<boolean> {
  return app.config.signUp || (await openInvitationIn(app, returnTo)) !== null;
}

/** The secret of the invitation to which somebody returns; null if there is none that can still be accepted, whatever the path says. */
async function openInvitationIn(app: App, returnTo: string): Promise<string | null> {
  const invitation = invitationIn(returnTo);
  return invitation !== null && (await isOpenInvitation(app, invitation)) ? invitation : null;
}

async function secondsToWaitFor(app: App, request: FastifyRequest, invitation: string | null): Promise<number | null> {
  const wait = await secondsToWait(app, signUpAllowance(clientKey(request.ip)));
  return wait === null && invitation !== null ? secondsToWait(app, invitationAllowance(invitation)) : wait;
}

/** What is wrong with the fields of a new account; null if nothing is. */
export function problemWith({ name, email, password }: Newcomer): SignUpProblem | null {
  if (!NewUser.shape.name.safeParse(name).success)
    return { field: "name", text: (language) => wordsOf(language).signUp.enterName({ max: NAME_LENGTH_MAX }) };
  if (!NewUser.shape.email.safeParse(email).success) return { field: "email", text: (language) => wordsOf(language).enterEmail };
  if (Password.safeParse(password).success) return null;
  return { field: "password", text: (language) => wordsOf(language).signUp.unfit({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }) };
}

function read(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? "").trim();
}

function sendSignUp(
  app: App,
  reply: FastifyReply,
  given: {
    readonly cookie: FormCookie;
    readonly returnTo: string;
    readonly name: string;
    readonly email: string;
    readonly problem: SignUpProblem | null;
    readonly status: number;
  },
): FastifyReply {
  const { cookie, status, ...rest } = given;
  return sendPage(reply, withStatus(signUpPage({ ...rest, token: formToken(app, cookie, SIGN_UP) }), status));
}
