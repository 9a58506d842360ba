import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Language } from "@rostrum/contract/words.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { identify, record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { actsAs } from "../../ground/origin.ts";
import type { Viewer } from "../../ground/viewer.ts";
import { browserOf } from "../../ground/web/browser.ts";
import { speakFor } from "../../ground/web/language.ts";
import { clearCookie, cookieOf, setCookie } from "./cookies.ts";
import { hashSecret, newSecret } from "./secret.ts";
import { deleteOtherSessions, deleteSession, findSession, insertSession, prolongSession, SESSION_SECONDS_MAX } from "./session-store.ts";

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
  /** As chosen in the profile; null: whatever the browser asks for. */
  readonly language: Language | null;
}

/** A browser's request and what it is answered with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const COOKIE = "rostrum_session";
/** Last use is recorded at most this often, so that reads do not turn into writes. */
const LAST_USED_SECONDS_MIN = 3600;

/** The session of the request's cookie; null when there is none or it is no longer valid. From then on the request is theirs. */
export async function sessionOf(app: App, request: FastifyRequest): Promise<Session | null> {
  const secret = cookieOf(app.config, request.headers.cookie, COOKIE);
  if (secret === null) return null;
  const hash = hashSecret(secret);
  const now = app.clock.now();
  const row = await findSession(app.db, hash, now);
  if (row === null) return null;
  if (addSeconds(row.lastUsedAt, LAST_USED_SECONDS_MIN) <= now) await prolongSession(app.db, hash, now);
  const { email, isOperator, isDemo, language, createdAt: _, lastUsedAt: __, ...viewer } = row;
  actsAs(request.from, { kind: "person", viewer }, "dashboard");
  speakFor(request, language);
  return { hash, viewer, email, isOperator, isDemo, language };
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
  const before = cookieOf(app.config, exchange.request.headers.cookie, COOKIE);
  const isOpen = await transaction(app.db, async (tx) => {
    const id = await insertSession(tx, { hash, ...user, browser, now: app.clock.now() });
    if (id === null) return false;
    if (before !== null) await deleteSession(tx, hashSecret(before));
    await identify(tx, user.userId);
    await record(app, tx, { action: "sign-in.succeeded", brandId: null, object: { type: "session", id, name: browser } });
    return true;
  });
  if (!isOpen) return false;
  exchange.reply.header("set-cookie", setCookie(app.config, COOKIE, secret, SESSION_SECONDS_MAX));
  return true;
}

/** Ends the session in this browser only. */
export async function endSession(app: App, reply: FastifyReply, session: Session): Promise<void> {
  await transaction(app.db, async (tx) => {
    for (const { id, browser } of await deleteSession(tx, session.hash))
      await record(app, tx, { action: "session.ended", brandId: null, object: { type: "session", id, name: browser } });
  });
  reply.header("set-cookie", clearCookie(app.config, COOKIE));
}

/** Ends the person's sessions in all other browsers; returns how many there were. */
export async function endOthers(app: App, session: Session): Promise<number> {
  return transaction(app.db, async (tx) => {
    const ended = await deleteOtherSessions(tx, { userId: session.viewer.userId, hash: session.hash });
    const object = { type: "session", id: null, name: null } as const;
    if (ended > 0) await record(app, tx, { action: "session.ended", brandId: null, object, changes: [fact("sessions", ended)] });
    return ended;
  });
}
