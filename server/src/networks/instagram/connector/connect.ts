import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { askGraph } from "../../connectors/meta/graph.ts";
import { profileRefusal, readProfile } from "./profile.ts";
import { baseOf } from "./session.ts";
import { credentialsOf, endsOfBrought } from "./token.ts";

const token = z
  .string()
  .trim()
  .min(1)
  .regex(/^[\x21-\x7e]+$/);
const Given = z.object({ accessToken: token, userId: z.string().trim().regex(/^\d+$/).optional() });
const Account = z.object({ id: z.string().min(1), username: z.string().min(1) });

/**
 * Takes the token of an Instagram log-in, or with the account's id one of Facebook: of the account's Page, or of a system user.
 */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = Given.safeParse(given);
  if (!credentials.success) {
    const reason = 'The credentials need "accessToken", and for a token of Facebook also "userId", the id of the Instagram account.';
    return { kind: "refused", reason };
  }
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "refused", reason: problem };
  const { accessToken, userId } = credentials.data;
  return userId === undefined ? connectInstagram(accessToken, call) : connectFacebook(accessToken, userId, call);
}

async function connectInstagram(accessToken: string, call: Call): Promise<ConnectOutcome> {
  const profile = await readProfile(accessToken, call);
  if ("failure" in profile) {
    const refusal = profileRefusal(profile.failure);
    if (refusal.kind === "unreachable" || !accessToken.startsWith("EAA")) return refusal;
    return { kind: "refused", reason: `${refusal.reason}. This looks like a token of Facebook: add "userId".` };
  }
  const { userId, username, name, pictureUrl, problem } = profile;
  if (problem !== null) return { kind: "refused", reason: problem };
  const obtainedAt = call.now();
  return {
    kind: "connected",
    remoteId: userId,
    handle: `@${username}`,
    credentials: {},
    settings: { via: "instagram" },
    pictureUrl,
    grant: {
      application: "instagram",
      remoteId: userId,
      name,
      scopes: [],
      credentials: credentialsOf({ accessToken, obtainedAt }),
      ends: endsOfBrought(obtainedAt),
    },
  };
}

async function connectFacebook(accessToken: string, userId: string, call: Call): Promise<ConnectOutcome> {
  const url = `${baseOf("facebook", call)}/${userId}`;
  const reply = await askGraph(call, { method: "GET", url, token: accessToken, fields: { fields: "id,username" } });
  if (reply.kind !== "ok") return profileRefusal(reply);
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
