import { serverOf } from "../../connectors/api.ts";
import { googleLogIn } from "../../connectors/google/log-in.ts";
import type { AccountsOutcome, LogIn, LogInAccount, LogInCall, LogInScope, OpenGrant } from "../../connectors/log-in.ts";
import { told } from "../../connectors/oauth/read.ts";
import { missingScopes } from "../../connectors/oauth/scopes.ts";
import { APPLICATION, settingsOf } from "./connect.ts";
import { type Owner, readPerson } from "./locations.ts";
import { listPlaces, type Place } from "./places.ts";

const SCOPES: readonly LogInScope[] = [
  {
    name: "https://www.googleapis.com/auth/business.manage",
    needed: true,
    without: "Nobody can tell which locations there are, and nothing can be published on them.",
  },
];

/** One log-in serves all locations of a person. Their account for business profiles names them, so that no more is asked for. */
export const logIn: LogIn = {
  ...googleLogIn<Owner>({
    application: APPLICATION,
    network: "Google Business",
    scopes: SCOPES,
    read: readPerson,
    identity: ({ name, title }) => ({ remoteId: name, name: title }),
    accounts: (_person, { grant, call }) => accounts(grant, call),
  }),
  // The list says whose locations they are.
  accounts,
};

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const listed = await listPlaces(serverOf({ grant }, call));
  if (listed.kind !== "read") return told(listed);
  return { kind: "listed", accounts: listed.value.map((place) => accountOf(place, grant)) };
}

function accountOf({ name, location, problem }: Place, grant: OpenGrant): LogInAccount {
  const missing = missingScopes(SCOPES, grant);
  const { title, address, isUnverified } = location;
  return {
    type: "Google Business",
    ...{ remoteId: name, handle: title, credentials: {}, settings: settingsOf(location) },
    name: address === null ? title : `${title}, ${address}`,
    pictureUrl: null,
    problem: missing.problem ?? problem,
    limits: [
      ...missing.limits,
      ...(isUnverified ? ["This location is not verified: Google shows nobody its posts. Verify it first."] : []),
    ],
  };
}
