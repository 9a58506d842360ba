import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { FoldedEmail } from "../users/store.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import { newSecret } from "./secret.ts";

const COOKIE = "rostrum_known";
const COOKIE_SECONDS = 365 * 86_400;
/** Characters of 32 bytes in base64url, for the browser's name and for its signature. */
const PART_LENGTH = 43;

/**
 * The name of this browser if the same account has signed in here before, else null. Guesses from a known browser are counted
 * separately, so that an attacker guessing at an account cannot lock its owner out. It grants nothing: the password is still
 * required.
 */
export function knownBrowser(app: App, request: FastifyRequest, email: FoldedEmail): string | null {
  const text = cookieOf(app.config, request.headers.cookie, COOKIE);
  if (text === null || !/^[\w-]{86}$/.test(text)) return null;
  const name = text.slice(0, PART_LENGTH);
  const given = Buffer.from(text.slice(PART_LENGTH), "base64url");
  return app.secrets.isSignature(given, signedText(name, email), PURPOSE) ? name : null;
}

/** Marks the browser as known for this account. */
export function knowBrowser(app: App, reply: FastifyReply, email: FoldedEmail): void {
  const { secret: name } = newSecret();
  reply.header(
    "set-cookie",
    setCookie(app.config, COOKIE, `${name}${app.secrets.sign(signedText(name, email), PURPOSE).toString("base64url")}`, COOKIE_SECONDS),
  );
}

const PURPOSE = "known browser";

function signedText(name: string, email: FoldedEmail): string {
  return `${name}\n${email}`;
}
