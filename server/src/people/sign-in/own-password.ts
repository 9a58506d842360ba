import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { foldEmail } from "../users/store.ts";
import { knownBrowser } from "./known-browser.ts";
import type { Session } from "./sessions.ts";
import { type Attempt, attemptSignIn } from "./sign-in.ts";

/** Under a password field: what was typed is another one. */
export const NOT_YOUR_PASSWORD = "That is not your current password.";

/**
 * Checks the password of a person who is signed in already, before they do something that a found browser must not do. Wrong guesses
 * count towards the sign-in limit, so an unattended browser is no way around it. `what` is said in the log when it is refused.
 */
export async function attemptOwnPassword(
  app: App,
  { session, request }: { readonly session: Session; readonly request: FastifyRequest },
  { password, what }: { readonly password: string; readonly what: "password change" | "address change" },
): Promise<Attempt> {
  const email = await foldEmail(app.db, session.email);
  const browser = await knownBrowser(app, request, email);
  const attempt = await attemptSignIn(app, { email, password, address: clientKey(request.ip), browser });
  if (attempt.kind !== "right") app.log.warn({ event: `${what} refused`, why: attempt.kind, address: request.ip });
  return attempt;
}
