import { type GoogleIdentity, googleLogIn, missingScopes } from "../../connectors/google/log-in.ts";
import { storedTokens } from "../../connectors/google/tokens.ts";
import type { AccountsOutcome, LogIn, LogInAccount, LogInCall, LogInScope, OpenGrant } from "../../connectors/log-in.ts";
import { APPLICATION, settingsOf } from "./connect.ts";
import { readPerson } from "./locations.ts";
import { listPlaces, type Place } from "./places.ts";

const SCOPES: readonly LogInScope[] = [
  {
    name: "https://www.googleapis.com/auth/business.manage",
    needed: true,
    without: "Nobody can tell which locations there are, and nothing can be published on them.",
  },
];

/** One log-in serves all locations of a person. Their account for business profiles names them, so that no more is asked for. */
export const logIn: LogIn = googleLogIn({ application: APPLICATION, network: "Google Business", scopes: SCOPES, identify, accounts });

async function identify(token: string, call: LogInCall): Promise<GoogleIdentity> {
  const read = await readPerson({ token, reach: call });
  return read.kind === "read" ? { kind: "read", remoteId: read.person.name, name: read.person.title } : read;
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const listed = await listPlaces({ token: storedTokens(grant.credentials).accessToken, reach: call });
  if (listed.kind !== "read") return { kind: listed.kind, reason: listed.reason };
  return { kind: "listed", accounts: listed.places.map((place) => accountOf(place, grant)) };
}

function accountOf({ name, location, problem }: Place, { scopes }: OpenGrant): LogInAccount {
  const missing = missingScopes(SCOPES, scopes);
  const { title, address, isUnverified } = location;
  return {
    type: "Google Business",
    remoteId: name,
    handle: title,
    // The tokens are the grant's.
    credentials: {},
    settings: settingsOf(location),
    name: address === null ? title : `${title}, ${address}`,
    pictureUrl: null,
    problem: missing.problem ?? problem,
    limits: [
      ...missing.limits,
      ...(isUnverified ? ["This location is not verified: Google shows nobody its posts. Verify it first."] : []),
    ],
  };
}
