import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Viewer } from "../viewer.ts";
import { clearCookie, cookieOf, setCookie } from "./cookies.ts";
import { hashSecret, newSecret } from "./secret.ts";
import { deleteSession, findSession, insertSession, prolongSession, SESSION_SECONDS_MAX } from "./session-store.ts";

/** A user signed in in a browser. */
export interface Session {
  /** Hash of the cookie's secret; identifies the session. */
  readonly hash: Buffer;
  readonly viewer: Viewer;
  readonly email: string;
  /** Whether the person operates this service. */
  readonly isOperator: boolean;
  /** Made up by the demo. */
  readonly isDemo: boolean;
}

/** A browser's request and what it is answered with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const COOKIE = "rostrum_session";
/** Last use is recorded at most this often, so that reads do not turn into writes. */
const LAST_USED_SECONDS_MIN = 3600;

/** The session of the request's cookie; null when there is none or it is no longer valid. */
export async function sessionOf(app: App, request: FastifyRequest): Promise<Session | null> {
  const secret = cookieOf(app.config, request.headers.cookie, COOKIE);
  if (secret === null) return null;
  const hash = hashSecret(secret);
  const now = app.clock.now();
  const row = await findSession(app.db, hash, now);
  if (row === null) return null;
  if (addSeconds(row.lastUsedAt, LAST_USED_SECONDS_MIN) <= now) await prolongSession(app.db, hash, now);
  const { email, isOperator, isDemo, createdAt: _, lastUsedAt: __, ...viewer } = row;
  return { hash, viewer, email, isOperator, isDemo };
}

/**
 * Opens a session under a new secret and ends the browser's previous one, which prevents session fixation. False when the
 * password has changed since it was checked.
 */
export async function openSession(
  app: App,
  exchange: Exchange,
  user: { readonly userId: number; readonly passwordHash: string },
): Promise<boolean> {
  const { secret, hash } = newSecret();
  const browser = browserOf(exchange.request.headers["user-agent"]);
  if (!(await insertSession(app.db, { hash, ...user, browser, now: app.clock.now() }))) return false;
  const before = cookieOf(app.config, exchange.request.headers.cookie, COOKIE);
  if (before !== null) await deleteSession(app.db, hashSecret(before));
  exchange.reply.header("set-cookie", setCookie(app.config, COOKIE, secret, SESSION_SECONDS_MAX));
  return true;
}

const BROWSER_LENGTH_MAX = 200;

/** What a browser calls itself, as plain text that fits into a list; null if it says nothing. */
export function browserOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? "")
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, BROWSER_LENGTH_MAX)
    .trim();
  return text === "" ? null : text;
}

/** Ends the session in this browser only. */
export async function endSession(app: App, reply: FastifyReply, session: Session): Promise<void> {
  await deleteSession(app.db, session.hash);
  reply.header("set-cookie", clearCookie(app.config, COOKIE));
}
