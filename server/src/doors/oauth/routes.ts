import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { createSweep } from "../../ground/loops/sweep.ts";
import { mountSite } from "../../ground/web/page.ts";
import { acceptForms } from "../../people/sign-in/forms.ts";
import { sweepSignIn } from "../../people/sign-in/sweep.ts";
import { decideConsent, showConsent } from "./authorize.ts";
import { deleteUnusedClients } from "./client-store.ts";
import { sendProblem, tokenEndpoints } from "./endpoints.ts";
import { deleteEndedGrants } from "./grant-store.ts";
import { metadataDocuments } from "./metadata.ts";
import { registrationEndpoint } from "./register.ts";

/** The authorization server of the tool server: OAuth 2.1 with opaque tokens, and the pages where users give consent. */
export async function oauthRoutes(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  await scope.register(async (pages) => {
    mountSite(pages);
    acceptForms(pages);
    pages.get("/oauth/authorize", (request, reply) => showConsent(app, request, reply));
    pages.post("/oauth/authorize", (request, reply) => decideConsent(app, request, reply));
  });
  await scope.register(async (programs) => {
    acceptForms(programs);
    const sweep = createSweep(app, async (now) => {
      await sweepSignIn(app, now);
      await transaction(app.db, (tx) => deleteEndedGrants(tx, now));
      await deleteUnusedClients(app.db, now);
    });
    programs.addHook("onRequest", async (request, reply) => {
      // Clients may run in pages of any site. They send no cookies here, so there is nothing to steal.
      reply.header("access-control-allow-origin", "*");
      if (request.method === "POST") await sweep();
    });
    programs.setErrorHandler((error, request, reply) => {
      const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
      if (status < 500) return sendProblem(reply, 400, "invalid_request", "The request is malformed or too large.");
      app.log.error({ event: "request failed", id: request.id, method: request.method, path: request.routeOptions.url, err: error });
      return sendProblem(reply, 500, "server_error", "An internal error occurred.");
    });
    for (const url of ["/oauth/token", "/oauth/register", "/oauth/revoke", "/.well-known/*"]) {
      programs.options(url, (_request, reply) =>
        reply
          .header("access-control-allow-methods", "GET, POST")
          .header("access-control-allow-headers", "Authorization, Content-Type, MCP-Protocol-Version")
          .header("access-control-max-age", "600")
          .code(204)
          .send(),
      );
    }
    metadataDocuments(programs, app);
    tokenEndpoints(programs, app);
    registrationEndpoint(programs, app);
  });
}
