import { createHash, timingSafeEqual } from "node:crypto";
import { refusal } from "@rostrum/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { actsAs } from "../../ground/origin.ts";
import { Refused } from "../../ground/refusal.ts";
import type { Viewer } from "../../ground/viewer.ts";
import { hostnameOf, type IsOwnName } from "../../ground/web/hosts.ts";
import { DASHBOARD, isForeign, isFormToken } from "../../people/sign-in/forms.ts";
import { type Session, sessionOf } from "../../people/sign-in/sessions.ts";

/** Who calls a private operation: a program with the operator's token or with a person's API key, or a person in a browser. */
export type Caller =
  | { readonly kind: "token" }
  | { readonly kind: "key"; readonly viewer: Viewer }
  | { readonly kind: "person"; readonly session: Session };

/** The header in which pages repeat the session's token: another site's page can send the cookie, but not know this. */
const TOKEN_HEADER = "x-rostrum-token";

/**
 * The caller of a request that carries the operator's token; refused with 401 if it is another one. Null without a token: a proxy
 * may pass on what it has asked people for by a scheme of its own.
 */
export function tokenCaller(request: FastifyRequest, expected: Buffer): Caller | null {
  const { authorization = "" } = request.headers;
  if (authorization.trim() === "" || OF_PROXIES.test(authorization)) return null;
  // Operators choose it, so it may have spaces.
  const [scheme = ""] = /^Bearer +/i.exec(authorization) ?? [];
  const given = scheme === "" ? "" : authorization.slice(scheme.length).trim();
  if (!timingSafeEqual(digestOf(given), expected)) refuse401("The admin token is missing or wrong.");
  actsAs(request.from, { kind: "operator" }, "command-line");
  return { kind: "token" };
}

const OF_PROXIES = /^(?:Basic|Digest|Negotiate|NTLM) /i;

/** Whether the request carries an API key, as programs of people do: only for operations that say so. */
export function carriesKey(request: FastifyRequest): boolean {
  return /^Bearer +rst_/i.test(request.headers.authorization ?? "");
}

/**
 * The person whose session the request's cookie names, else 401. The request must come from this service's own pages: under a name
 * of its own (DNS rebinding), and, if it changes anything, with the session's token.
 */
export async function personCaller(app: App, request: FastifyRequest, isOwn: IsOwnName): Promise<Extract<Caller, { kind: "person" }>> {
  const session = await sessionOf(app, request);
  if (session === null) refuse401("You are not signed in.");
  const hostname = hostnameOf(request.headers.host);
  if (hostname === null || !isOwn(hostname, request)) throw new Refused(refusal(403, "host", "This service does not accept this Host."));
  const { [TOKEN_HEADER]: token } = request.headers;
  const isOurs = !isForeign(request, app.config.publicUrl);
  const isSafe = request.method === "GET" || isFormToken(app, session, DASHBOARD, typeof token === "string" ? token : null);
  if (!isOurs || !isSafe) throw new Refused(refusal(403, "token", "Nothing was changed: the page is out of date. Reload it."));
  return { kind: "person", session };
}

export function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refuse401(sentence: string): never {
  throw new Refused(refusal(401, "authorization", sentence));
}
