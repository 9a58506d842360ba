import type { Ok } from "../../../connectors/api.ts";
import type { AccountsOutcome, LogInCall, OpenGrant } from "../../../connectors/log-in.ts";
import { appViewOf } from "../addresses.ts";
import type { Failure } from "../errors.ts";
import { unknownOf } from "../identity.ts";
import { textAt } from "../json.ts";
import { inactivity } from "../password-session.ts";
import { query } from "../xrpc.ts";
import { SCOPES } from "./application.ts";
import { readGrant } from "./grant.ts";
import { grantSession } from "./session.ts";

/** The one account that logged in. */
export async function accountsOf(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const session = await sessionOf(grant, call);
  if (session.kind === "busy" || session.kind === "unauthorized") {
    return { kind: session.kind === "busy" ? "unreachable" : "refused", reason: session.reason };
  }
  if (session.kind !== "ok") return unknownOf(session);
  const { did, handle: known, pds } = readGrant(grant.credentials);
  const handle = textAt(session.body, "handle") ?? known;
  // The name that readers see is nice to have: an account without a profile has none.
  const profile = await query(call, { base: appViewOf(call), name: "app.bsky.actor.getProfile", parameters: [["actor", did]] });
  const shown = profile.kind === "ok" ? profile.body : undefined;
  const isLimited = !grant.scopes.includes(SCOPES[1]);
  return {
    kind: "listed",
    accounts: [
      {
        type: "Bluesky",
        remoteId: did,
        handle: `@${handle}`,
        // The tokens are the grant's.
        credentials: {},
        settings: { pds },
        name: textAt(shown, "displayName")?.trim() || handle,
        pictureUrl: textAt(shown, "avatar"),
        problem: inactivity(session.body) ?? (isLimited ? "Nothing can be published: that was not allowed at the log-in." : null),
        limits: [],
      },
    ],
  };
}

/** What the account's server says about the account, asked with the grant's token. */
export function sessionOf(grant: OpenGrant, call: LogInCall): Promise<Ok | Failure> {
  return grantSession(grant, call).query({ name: "com.atproto.server.getSession" });
}
