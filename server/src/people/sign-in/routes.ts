import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { createSweep } from "../../ground/loops/sweep.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { mountSite, sendPage } from "../../ground/web/page.ts";
import { foldEmail, hasDemoUser, hasUsers } from "../users/store.ts";
import { acceptForms, type FormCookie, fieldsOf, formCookieOf, formToken, isForeign, isFormToken, keepFormCookie } from "./forms.ts";
import { knowBrowser, knownBrowser } from "./known-browser.ts";
import { type Sentence, type SignInForm, signInPage, staleFormPage, tooManyAttempts } from "./pages.ts";
import { returnPath } from "./return-path.ts";
import { endOthers, endSession, openSession, sessionOf } from "./sessions.ts";
import { attemptSignIn } from "./sign-in.ts";
import { sweepSignIn } from "./sweep.ts";
import { wordsOf } from "./words.ts";

const SIGN_IN = "sign in";
/** Purpose of the sign-out form, whatever page it is on. */
export const SIGN_OUT = "sign out";

const WRONG: Sentence = (language) => wordsOf(language).wrong;

/** `/sign-in` and `/sign-out`, for people with browsers. */
export async function signInRoutes(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  mountSite(scope);
  acceptForms(scope);
  const sweep = createSweep(app, (now) => sweepSignIn(app, now));

  scope.get<{ Querystring: { return_to?: unknown } }>("/sign-in", async (request, reply) => {
    const asked = request.query.return_to;
    const returnTo = returnPath(typeof asked === "string" ? asked : null);
    if ((await sessionOf(app, request)) !== null) return reply.redirect(returnTo, 303);
    return sendSignIn(app, request, reply, returnTo);
  });
  // Where people look for it.
  scope.get("/login", async (_request, reply) => reply.redirect("/sign-in", 303));

  scope.post("/sign-in", async (request, reply) => {
    const fields = fieldsOf(request);
    const returnTo = returnPath(fields.get("return_to"));
    const cookie = formCookieOf(app, request);
    if (isForeign(request, app.config.publicUrl) || cookie === null || !isFormToken(app, cookie, SIGN_IN, fields.get("token"))) {
      return sendPage(reply, staleFormPage(app.config, pathToSignIn(returnTo)));
    }
    const email = (fields.get("email") ?? "").trim();
    const password = fields.get("password") ?? "";
    const folded = await foldEmail(app.db, email);
    const browser = await knownBrowser(app, request, folded);
    const attempt = await attemptSignIn(app, { email: folded, password, address: clientKey(request.ip), browser });
    await sweep();
    if (attempt.kind !== "right") app.log.warn({ event: "sign-in refused", why: attempt.kind, address: request.ip });
    if (attempt.kind === "throttled") return sendThrottled(app, reply, { cookie, email, returnTo, waitSeconds: attempt.waitSeconds });
    if (attempt.kind === "right" && (await openSession(app, { request, reply }, attempt))) {
      knowBrowser(app, reply, { email: folded, passwordHash: attempt.passwordHash }, browser);
      return reply.redirect(returnTo, 303);
    }
    return sendPage(reply, signInPage(await formOf(app, { cookie, returnTo, email, problem: WRONG }), 401));
  });

  scope.post("/sign-out", async (request, reply) => signOut(app, request, reply));
}

/** The form for somebody who is not signed in, at whatever address; while nobody could be, the way to the first account. */
export async function sendSignIn(app: App, request: FastifyRequest, reply: FastifyReply, returnTo: string): Promise<FastifyReply> {
  if (!(await hasUsers(app.db))) return reply.redirect("/setup", 303);
  const cookie = keepFormCookie(app, request, reply);
  return sendPage(reply, signInPage(await formOf(app, { cookie, returnTo, email: "", problem: null })));
}

/** Where to send a visitor who has to sign in first. */
export function pathToSignIn(returnTo: string): string {
  return `/sign-in?return_to=${encodeURIComponent(returnTo)}`;
}

async function sendThrottled(
  app: App,
  reply: FastifyReply,
  given: { readonly cookie: FormCookie; readonly email: string; readonly returnTo: string; readonly waitSeconds: number },
): Promise<FastifyReply> {
  const { cookie, email, returnTo, waitSeconds } = given;
  const problem = tooManyAttempts(waitSeconds);
  const page = signInPage(await formOf(app, { cookie, returnTo, email, problem }), 429);
  return sendPage(reply.header("retry-after", waitSeconds), page);
}

/** Invitations let people in even where accounts are otherwise made by the operator. */
async function formOf(
  app: App,
  { cookie, ...given }: Pick<SignInForm, "returnTo" | "email" | "problem"> & { readonly cookie: FormCookie },
): Promise<SignInForm> {
  const { signUp, publicUrl, sandbox, demo } = app.config;
  return {
    ...given,
    token: formToken(app, cookie, SIGN_IN),
    offersSignUp: signUp || given.returnTo.startsWith("/invitations/"),
    host: new URL(publicUrl).host,
    hasSandbox: sandbox !== "off",
    hasDemo: demo && sandbox !== "off" && (await hasDemoUser(app.db)),
  };
}

/**
 * With `everywhere`, signs out in all of the user's browsers. Already signed out: nothing to do, and no cookie is cleared, since
 * a form from another site arrives without the cookie and would otherwise remove it.
 */
async function signOut(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  const onward = pathToSignIn(returnPath(fields.get("return_to")));
  const session = await sessionOf(app, request);
  if (session === null) return reply.redirect(onward, 303);
  if (isForeign(request, app.config.publicUrl) || !isFormToken(app, session, SIGN_OUT, fields.get("token"))) {
    return sendPage(reply, staleFormPage(app.config, "/account"));
  }
  if (fields.get("everywhere") !== null) await endOthers(app, session);
  await endSession(app, reply, session);
  return reply.redirect(onward, 303);
}
