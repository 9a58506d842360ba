import type { Ok } from "../../connectors/api.ts";
import { type Account, type Call, ConnectedAgain } from "../../connectors/connector.ts";
import { type Credentials, readCredentials, type SignIn } from "./credentials.ts";
import { type Failure, type Halt, isSessionError, troubleOfPreparation, wordsOf } from "./errors.ts";
import { pdsOf } from "./identity.ts";
import { at, textAt } from "./json.ts";
import type { Session } from "./session.ts";
import { procedure, query, type Reply } from "./xrpc.ts";

/**
 * A session made with an app password; its tokens are renewed as they expire. Sign-ins are limited to 300 a day, so stored tokens
 * are used until the server calls them expired.
 */
export function passwordSession(account: Account, call: Call): Session {
  let credentials = readCredentials(account.credentials);
  const pds = call.baseUrl ?? credentials.pds;

  async function authorized(send: (token: string) => Promise<Reply>): Promise<Ok | Failure> {
    if (credentials.accessJwt !== "") {
      const reply = await send(credentials.accessJwt);
      if (reply.kind !== "refused" || !meansNewToken(reply)) return reply;
    }
    const renewed = await renew(credentials, call);
    if ("kind" in renewed) return renewed;
    if (renewed.did !== account.remoteId) return { kind: "unauthorized", reason: "Bluesky: the app password belongs to another account." };
    // Store them first: a crash must not leave a used-up refresh token behind.
    if (!(await account.saveCredentials({ ...renewed }))) throw new ConnectedAgain();
    credentials = renewed;
    return send(credentials.accessJwt);
  }

  return {
    did: account.remoteId,
    pds,
    query: (request) => authorized((token) => query(call, { ...request, base: pds, token })),
    procedure: (request) => authorized((token) => procedure(call, { ...request, base: pds, token })),
  };
}

/** Signs in with the app password; limited to 30 per 5 minutes and 300 per day and identifier. */
export async function createSession(signIn: SignIn, call: Call): Promise<Reply> {
  const json = { identifier: signIn.identifier, password: signIn.appPassword };
  return procedure(call, { base: call.baseUrl ?? signIn.service, name: "com.atproto.server.createSession", input: { json } });
}

/** The credentials to store after a session was made or refreshed; null if the response lacks a token or the DID. */
export function completed(signIn: SignIn & Partial<Credentials>, session: unknown): Credentials | null {
  const did = textAt(session, "did");
  const accessJwt = textAt(session, "accessJwt");
  const refreshJwt = textAt(session, "refreshJwt");
  if (did === null || accessJwt === null || refreshJwt === null) return null;
  const { service, identifier, appPassword } = signIn;
  return { service, identifier, appPassword, did, pds: pdsOf(at(session, "didDoc"), did) ?? signIn.pds ?? service, accessJwt, refreshJwt };
}

/** Why a live session can still not post: taken down, suspended, deactivated; null when it can. */
export function inactivity(session: unknown): string | null {
  return at(session, "active") === false ? `Bluesky: the account is ${textAt(session, "status") ?? "inactive"}.` : null;
}

/** An expired token gets a 400, not a 401; `InvalidToken` may come from a server that has changed its keys. */
function meansNewToken({ error }: Extract<Reply, { kind: "refused" }>): boolean {
  return error === "ExpiredToken" || error === "InvalidToken";
}

/**
 * The old refresh token yields the same new one for 2 hours, so a lost response or two concurrent callers do no harm. If
 * the server does not respond, the session stays as it is: nothing has been published by then.
 */
async function renew(credentials: Credentials, call: Call): Promise<Credentials | Halt> {
  const refreshed = credentials.refreshJwt === "" ? null : await refresh(credentials, call);
  const gone = refreshed === null || (refreshed.kind === "refused" && isSessionError(refreshed));
  const reply = gone ? await createSession(credentials, call) : refreshed;
  // What names no error is not the server's.
  if (reply.kind === "refused" && reply.status < 500 && reply.status !== 429 && reply.error !== "")
    return { kind: "unauthorized", reason: `Bluesky: ${wordsOf(reply)}` };
  if (reply.kind !== "ok") return haltOf(reply, call);
  const inactive = inactivity(reply.body);
  if (inactive !== null) return { kind: "unauthorized", reason: inactive };
  return completed(credentials, reply.body) ?? haltOf({ kind: "lost", reason: "the session is incomplete" }, call);
}

function refresh({ pds, refreshJwt }: Credentials, call: Call): Promise<Reply> {
  return procedure(call, { base: call.baseUrl ?? pds, name: "com.atproto.server.refreshSession", token: refreshJwt });
}

function haltOf(failure: Exclude<Reply, { kind: "ok" }>, call: Call): Halt {
  const trouble = troubleOfPreparation(failure, call);
  if (trouble.kind === "busy" || trouble.kind === "unauthorized") return trouble;
  return { kind: "unauthorized", reason: trouble.reason };
}
