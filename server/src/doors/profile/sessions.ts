import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { deleteSessionOf, listSessionsOf } from "../../people/sign-in/session-store.ts";
import { type Exchange, endOthers, endSession, type Session } from "../../people/sign-in/sessions.ts";

interface Call {
  readonly session: Session;
  readonly exchange: Exchange;
}

export async function listOwnSessions(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"listOwnSessions">> {
  return listSessionsOf(app.db, { userId: session.viewer.userId, hash: session.hash, now: app.clock.now() });
}

/** A session of somebody else is 404, like one that has ended. */
export async function endOwnSession(
  app: App,
  { sessionId }: PrivateInput<"endOwnSession">,
  { session }: Call,
): Promise<PrivateOutput<"endOwnSession">> {
  await transaction(app.db, async (tx) => {
    const ended = await deleteSessionOf(tx, { userId: session.viewer.userId, id: sessionId });
    if (ended === null) refuse(404, "session", "This session has ended already.");
    await record(app, tx, { action: "session.ended", brandId: null, object: { type: "session", id: sessionId, name: ended.browser } });
  });
  return {};
}

export async function endOtherSessions(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"endOtherSessions">> {
  return { ended: await endOthers(app, session) };
}

/** Ends this session and takes the browser's cookie. */
export async function signOut(app: App, _input: unknown, { session, exchange }: Call): Promise<PrivateOutput<"signOut">> {
  await endSession(app, exchange.reply, session);
  return {};
}
