import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { passwordMark } from "../users/password-mark.ts";
import { type FoldedEmail, findPassword } from "../users/store.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import { newSecret } from "./secret.ts";

const COOKIE = "rostrum_known";
const COOKIE_SECONDS = 365 * 86_400;
/** Characters of 32 bytes in base64url, for the browser's name and for its signature. */
const PART_LENGTH = 43;

/**
 * The name of this browser if the same account has signed in here before with the password that it has now, else null. Guesses from a known
 * browser are counted separately, so that an attacker guessing at an account cannot lock its owner out. It grants nothing: the password is
 * still required. Whoever knew an earlier password is not known any more, or could guess at the next one.
 */
export async function knownBrowser(app: App, request: FastifyRequest, email: FoldedEmail): Promise<string | null> {
  const text = cookieOf(app.config, request.headers.cookie, COOKIE);
  if (text === null || !/^[\w-]{86}$/.test(text)) return null;
  const name = text.slice(0, PART_LENGTH);
  const given = Buffer.from(text.slice(PART_LENGTH), "base64url");
  return app.secrets.isSignature(given, await signedText(app, name, email), PURPOSE) ? name : null;
}

/** Marks the browser as known for this account: once it has signed in, and again with each new password. It keeps its name. */
export async function knowBrowser(app: App, reply: FastifyReply, email: FoldedEmail, known: string | null = null): Promise<void> {
  const name = known ?? newSecret().secret;
  const signature = app.secrets.sign(await signedText(app, name, email), PURPOSE).toString("base64url");
  reply.header("set-cookie", setCookie(app.config, COOKIE, `${name}${signature}`, COOKIE_SECONDS));
}

const PURPOSE = "known browser";

async function signedText(app: App, name: string, email: FoldedEmail): Promise<string> {
  const found = await findPassword(app.db, email);
  return `${name}\n${email}\n${passwordMark(found?.passwordHash ?? null)}`;
}
