import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
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
  const { passwordHash = null } = (await findPassword(app.db, email)) ?? {};
  return app.secrets.isSignature(given, signedText(name, { email, passwordHash }), PURPOSE) ? name : null;
}

interface Proven {
  readonly email: FoldedEmail;
  /** Of the password that was given. */
  readonly passwordHash: string;
}

/** Marks the browser as known for this account: once it has signed in, when it keeps the name that it has, and with each new password. */
export function knowBrowser(app: App, reply: FastifyReply, proven: Proven, known: string | null = null): void {
  const name = known ?? newSecret().secret;
  const signature = app.secrets.sign(signedText(name, proven), PURPOSE).toString("base64url");
  reply.header("set-cookie", setCookie(app.config, COOKIE, `${name}${signature}`, COOKIE_SECONDS));
}

const PURPOSE = "known browser";

function signedText(name: string, { email, passwordHash }: { readonly email: FoldedEmail; readonly passwordHash: string | null }): string {
  return `${name}\n${email}\n${passwordMark(passwordHash)}`;
}
