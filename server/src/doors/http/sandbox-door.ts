import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import type { Secrets } from "../../ground/secrets/seal.ts";
import { pathToSignIn } from "../../people/sign-in/routes.ts";
import { sessionOf } from "../../people/sign-in/sessions.ts";

const HEADER = "x-rostrum-sandbox";
/** What is signed, and its purpose. */
const PASS = ["sandbox", "pass of the connectors"] as const;

/** Headers that let the service's own connectors in: derived from the secret key, so that all processes have the same. */
export function sandboxPass(secrets: Secrets): Readonly<Record<string, string>> {
  return { [HEADER]: secrets.sign(...PASS).toString("base64url") };
}

/**
 * Restricts the sandbox networks to signed-in users and the service itself; for a scope that holds only them. Where only this
 * machine can reach the service, everybody is let in. The networks' own tokens do not protect them: like the real platforms, they
 * hand an account, a token and storage to anybody who asks.
 */
export function guardSandbox(scope: FastifyInstance, app: App): void {
  if (app.config.sandbox === "open") return;
  scope.addHook("onRequest", async (request, reply) => {
    const given = Buffer.from(request.headers[HEADER]?.toString() ?? "", "base64url");
    if (app.secrets.isSignature(given, ...PASS)) return;
    if ((await sessionOf(app, request)) !== null) return;
    const isPage = request.method === "GET" && request.headers.accept?.includes("text/html");
    if (isPage) return reply.redirect(pathToSignIn(request.url), 303);
    return reply.status(401).send({ error: "Sign in first: these sandbox networks are only for members of this service." });
  });
}
