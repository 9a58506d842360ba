import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { askGraph } from "../../connectors/meta/graph.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { bareTokens, endsOf, PastedToken, readPasted } from "../../connectors/oauth/tokens.ts";
import { TOKEN_LIFE_SECONDS } from "./facts.ts";
import { notRead, readProfile } from "./profile.ts";
import { baseOf } from "./session.ts";
import { LIVES } from "./tokens.ts";

const Given = z.object({ accessToken: PastedToken, userId: z.string().trim().regex(/^\d+$/).optional() });
const NEEDED = 'The credentials need "accessToken", and for a token of Facebook also "userId", the id of the Instagram account.';
const Account = z.object({ id: z.string().min(1), username: z.string().min(1) });

/**
 * Takes the token of an Instagram log-in, or with the account's id one of Facebook: of the account's Page, or of a system user.
 */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = readPasted(Given, given, NEEDED);
  if ("problem" in credentials) return { kind: "refused", reason: credentials.problem };
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "refused", reason: problem };
  const { accessToken, userId } = credentials;
  return userId === undefined ? connectInstagram(accessToken, call) : connectFacebook(accessToken, userId, call);
}

async function connectInstagram(accessToken: string, call: Call): Promise<ConnectOutcome> {
  const outcome = await readProfile({ token: accessToken, reach: call });
  if (outcome.kind !== "read") {
    if (outcome.kind === "unreachable" || !accessToken.startsWith("EAA")) return told(outcome);
    return { kind: "refused", reason: `${outcome.reason}. This looks like a token of Facebook: add "userId".` };
  }
  const { userId, username, name, pictureUrl, problem } = outcome.value;
  if (problem !== null) return { kind: "refused", reason: problem };
  const now = call.now();
  const tokens = { ...bareTokens(accessToken), obtainedAt: now };
  // It may be of any age, so it is renewed as soon as it is certain to be old enough, which also shows when it ends.
  const renewAt = addSeconds(now, LIVES.renewsItselfAfterSeconds);
  const ends = { ...endsOf(tokens, LIVES, { now, accessSeconds: TOKEN_LIFE_SECONDS }), renewAt };
  return connectedBy(
    { remoteId: userId, handle: `@${username}`, settings: { via: "instagram" }, pictureUrl },
    { application: "instagram", remoteId: userId, name, tokens, ends },
  );
}

async function connectFacebook(accessToken: string, userId: string, call: Call): Promise<ConnectOutcome> {
  const url = `${baseOf("facebook", call)}/${userId}`;
  const reply = await askGraph(call, { method: "GET", url, token: accessToken, fields: { fields: "id,username" } });
  if (reply.kind !== "ok") return told(notRead(reply));
  const account = Account.safeParse(reply.body).data;
  if (account === undefined) return { kind: "refused", reason: `Instagram: ${userId} is not the id of an Instagram account.` };
  return {
    kind: "connected",
    remoteId: account.id,
    handle: `@${account.username}`,
    credentials: { accessToken },
    settings: { via: "facebook" },
  };
}
