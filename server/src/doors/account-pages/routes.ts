import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { mountSite } from "../../ground/web/page.ts";
import { acceptForms } from "../../people/sign-in/forms.ts";
import { disconnect, showAccount } from "./account.ts";
import { setOwnPassword } from "./password.ts";

/** `/account`: a signed-in user's own password and connected apps. */
export async function accountPages(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  mountSite(scope);
  acceptForms(scope);
  scope.get("/account", (request, reply) => showAccount(app, request, reply));
  scope.post("/account/password", (request, reply) => setOwnPassword(app, request, reply));
  scope.post("/account/disconnect", (request, reply) => disconnect(app, request, reply));
}
