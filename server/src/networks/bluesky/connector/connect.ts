import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { readSignIn } from "./credentials.ts";
import { wordsOf } from "./errors.ts";
import { textAt } from "./json.ts";
import { completed, createSession, inactivity } from "./password-session.ts";

/** Signs in once and keeps the session. The identity is the DID, since handles change. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const signIn = readSignIn(given, call.baseUrl);
  if ("problem" in signIn) return { kind: "refused", reason: signIn.problem };

  const reply = await createSession(signIn, call);
  if (reply.kind === "refused") {
    const temporary = reply.status >= 500 || reply.status === 429;
    return { kind: temporary ? "unreachable" : "refused", reason: `Bluesky: ${wordsOf(reply)}` };
  }
  if (reply.kind !== "ok") return { kind: "unreachable", reason: `Bluesky: ${reply.reason}` };

  const inactive = inactivity(reply.body);
  if (inactive !== null) return { kind: "refused", reason: inactive };
  const credentials = completed(signIn, reply.body);
  if (credentials === null) return { kind: "unreachable", reason: "Bluesky: the server's response is not a session." };
  const handle = textAt(reply.body, "handle") ?? credentials.did;
  return {
    kind: "connected",
    remoteId: credentials.did,
    handle: `@${handle}`,
    credentials: { ...credentials },
    settings: { pds: credentials.pds },
  };
}
