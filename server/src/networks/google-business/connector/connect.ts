import type { ConnectCall, ConnectOutcome } from "../../connectors/connector.ts";
import { openPastedTokens } from "../../connectors/google/tokens.ts";
import type { Json } from "../../connectors/json.ts";
import { givenLocation } from "./credentials.ts";
import { type Location, locationName, notRead, readLocation, readPerson } from "./locations.ts";
import { probePosts } from "./places.ts";

/** The application whose log-in looks after tokens that people bring themselves. */
export const APPLICATION = "google-business";

/** Connects one location with tokens that somebody already has. */
export async function connect(given: unknown, call: ConnectCall): Promise<ConnectOutcome> {
  const wanted = givenLocation(given);
  if ("problem" in wanted) return { kind: "refused", reason: wanted.problem };
  const opened = await openPastedTokens(given, call);
  if (opened.kind !== "opened") return { kind: opened.kind, reason: opened.reason };
  const { tokens, scopes, ends } = opened.given;
  const server = { token: tokens.accessToken, reach: call };
  const whose = await readPerson(server);
  if (whose.kind !== "read") return { kind: whose.kind, reason: whose.reason };
  const found = await readLocation(server, locationName(wanted.name));
  if (found.kind !== "read") return { kind: found.kind, reason: found.reason };
  const failure = await probePosts(server, wanted.name);
  if (failure !== null) {
    const { kind, reason } = notRead(failure);
    return { kind, reason };
  }
  const { location } = found;
  if (location.isClosed) return { kind: "refused", reason: `Google takes no posts for ${location.title} through its API.` };
  return {
    kind: "connected",
    remoteId: wanted.name,
    handle: location.title,
    credentials: {},
    settings: settingsOf(location),
    grant: {
      application: APPLICATION,
      remoteId: whose.person.name,
      name: whose.person.title,
      scopes: scopes ?? [],
      credentials: { ...tokens },
      ends,
    },
  };
}

/** What is kept about a location. */
export function settingsOf({ languageCode }: Pick<Location, "languageCode">): Json {
  return { languageCode };
}
