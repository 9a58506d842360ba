import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { mountSite, sendPage } from "../../ground/web/page.ts";
import { acceptForms } from "../../people/sign-in/forms.ts";
import { askForLink, showForgotPassword } from "./forgot-password.ts";
import { tryingPage } from "./pages.ts";
import { resetPassword, showResetPassword } from "./reset-password.ts";
import { setUp, showSetup } from "./setup.ts";
import { showSignUp, signUp } from "./sign-up.ts";
import { showVerifyEmail, verifyEmail } from "./verify-email.ts";

/** Pages of people who cannot sign in yet, or not any more. */
export async function signUpRoutes(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  mountSite(scope);
  acceptForms(scope);
  scope.get("/sign-up", (request, reply) => showSignUp(app, request, reply));
  scope.post("/sign-up", (request, reply) => signUp(app, request, reply));
  scope.get("/setup", (request, reply) => showSetup(app, request, reply));
  scope.post("/setup", (request, reply) => setUp(app, request, reply));
  scope.get("/try-sandbox", (_request, reply) => sendPage(reply, tryingPage()));
  // Where the sandbox is on, its own pages are there.
  if (app.sandboxUrl === null) scope.get("/sandbox", async (_request, reply) => reply.redirect("/try-sandbox", 303));
  scope.get("/forgot-password", (request, reply) => showForgotPassword(app, request, reply));
  scope.post("/forgot-password", (request, reply) => askForLink(app, request, reply));
  scope.get("/reset-password", (request, reply) => showResetPassword(app, request, reply));
  scope.post("/reset-password", (request, reply) => resetPassword(app, request, reply));
  scope.get("/verify-email", (request, reply) => showVerifyEmail(app, request, reply));
  scope.post("/verify-email", (request, reply) => verifyEmail(app, request, reply));
}
