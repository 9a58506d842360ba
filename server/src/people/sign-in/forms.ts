import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import { newSecret } from "./secret.ts";
import type { Session } from "./sessions.ts";

const FORM_BYTES_MAX = 32_768;
/** The purpose of the token that the dashboard sends with what it changes. */
export const DASHBOARD = "dashboard";
const COOKIE = "rostrum_form";
const COOKIE_SECONDS = 86_400;

/** Accepts URL-encoded forms as the only bodies in this scope; handlers get them as `URLSearchParams`. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^application\/x-www-form-urlencoded(;|$)/i,
    { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
}

/** The fields of a form; none when the request has no body. NUL, which PostgreSQL text cannot hold, is replaced. */
export function fieldsOf(request: FastifyRequest): URLSearchParams {
  const { body } = request;
  const given = body instanceof URLSearchParams ? [...body] : [];
  return new URLSearchParams(given.map(([name, value]) => [name, value.replaceAll("\0", "\ufffd")]));
}

/**
 * CSRF token: a signature over the session and the form's purpose. Before sign-in, when there is no session, it signs a cookie
 * known only to this browser and this site.
 */
export function formToken(app: App, holder: Session | FormCookie, purpose: string): string {
  return app.secrets.sign(signedText(holder, purpose), PURPOSE).toString("base64url");
}

export function isFormToken(app: App, holder: Session | FormCookie, purpose: string, given: string | null): boolean {
  return app.secrets.isSignature(Buffer.from(given ?? "", "base64url"), signedText(holder, purpose), PURPOSE);
}

const PURPOSE = "form token";

function signedText(holder: Session | FormCookie, purpose: string): string {
  const name = "hash" in holder ? `session ${holder.hash.toString("base64url")}` : `browser ${holder.nonce}`;
  return `${name}\n${purpose}`;
}

/** Identifies a browser before anybody has signed in. */
export interface FormCookie {
  readonly nonce: string;
}

export function formCookieOf(app: App, request: FastifyRequest): FormCookie | null {
  const nonce = cookieOf(app.config, request.headers.cookie, COOKIE);
  return nonce !== null && /^[\w-]{43}$/.test(nonce) ? { nonce } : null;
}

/** The browser's form cookie, or a new one; either way it is valid for another day. */
export function keepFormCookie(app: App, request: FastifyRequest, reply: FastifyReply): FormCookie {
  const cookie = formCookieOf(app, request) ?? { nonce: newSecret().secret };
  reply.header("set-cookie", setCookie(app.config, COOKIE, cookie.nonce, COOKIE_SECONDS));
  return cookie;
}

/**
 * Whether another site sent the form, as far as the browser says. Over plain http it says nothing, and `Origin` is `null` under
 * our referrer policy: form tokens are the real protection, this is defence in depth.
 */
export function isForeign(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers["sec-fetch-site"]?.toString();
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = request.headers;
  if (origin === undefined || origin === "null") return false;
  return origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== host;
}
