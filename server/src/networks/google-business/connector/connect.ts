import { z } from "zod";
import type { ConnectCall, ConnectOutcome } from "../../connectors/connector.ts";
import { openPastedTokens } from "../../connectors/google/tokens.ts";
import type { Json } from "../../connectors/json.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { readPasted } from "../../connectors/oauth/tokens.ts";
import { type Location, locationName, notRead, readLocation, readPerson } from "./locations.ts";
import { probePosts } from "./places.ts";

/** The application whose log-in looks after tokens that people bring themselves. */
export const APPLICATION = "google-business";

const Given = z.object({
  location: z
    .string()
    .trim()
    .regex(/^accounts\/[\w-]+\/locations\/[\w-]+$/),
});
const NEEDED = 'The credentials need "location" with its account, such as "accounts/1001/locations/2002".';

/** Connects one location with tokens that somebody already has. */
export async function connect(given: unknown, call: ConnectCall): Promise<ConnectOutcome> {
  const wanted = readPasted(Given, given, NEEDED);
  if ("problem" in wanted) return { kind: "refused", reason: wanted.problem };
  const opened = await openPastedTokens(given, call);
  if (opened.kind !== "opened") return opened;
  const { tokens, scopes, ends } = opened.given;
  const server = { token: tokens.accessToken, reach: call };
  const whose = await readPerson(server);
  if (whose.kind !== "read") return told(whose);
  const found = await readLocation(server, locationName(wanted.location));
  if (found.kind !== "read") return told(found);
  const failure = await probePosts(server, wanted.location);
  if (failure !== null) return told(notRead(failure));
  const location = found.value;
  if (location.isClosed) return { kind: "refused", reason: `Google takes no posts for ${location.title} through its API.` };
  const { name, title } = whose.value;
  return connectedBy(
    { remoteId: wanted.location, handle: location.title, settings: settingsOf(location) },
    { application: APPLICATION, remoteId: name, name: title, tokens, scopes: scopes ?? [], ends },
  );
}

/** What is kept about a location. */
export function settingsOf({ languageCode }: Pick<Location, "languageCode">): Json {
  return { languageCode };
}
