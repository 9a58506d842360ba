import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { FoldedEmail } from "../users/store.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import { newSecret } from "./secret.ts";

const COOKIE = "rostrum_known";
const COOKIE_SECONDS = 365 * 86_400;
/** 32 bytes in base64url: those of the name, then those of the signature. */
const PART_LENGTH = 43;

/**
 * The name of this browser, where the same account was signed in before; else null. Its guesses are counted by themselves,
 * so that a stranger who guesses at an account does not keep its owner out. It opens nothing: the password is asked for all
 * the same.
 */
export function knownBrowser(app: App, request: FastifyRequest, email: FoldedEmail): string | null {
  const text = cookieOf(app.config, request.headers.cookie, COOKIE);
  if (text === null || !/^[\w-]{86}$/.test(text)) return null;
  const name = text.slice(0, PART_LENGTH);
  const isOurs = timingSafeEqual(Buffer.from(text.slice(PART_LENGTH)), Buffer.from(signatureOf(app, name, email)));
  return isOurs ? name : null;
}

/** Lets the browser be known from now on, for this account. */
export function knowBrowser(app: App, reply: FastifyReply, email: FoldedEmail): void {
  const { secret: name } = newSecret();
  reply.header("set-cookie", setCookie(app.config, COOKIE, `${name}${signatureOf(app, name, email)}`, COOKIE_SECONDS));
}

function signatureOf(app: App, name: string, email: FoldedEmail): string {
  return app.secrets.sign(`${name}\n${email}`, "known browser").toString("base64url");
}
