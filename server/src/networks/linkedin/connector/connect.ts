import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { bareTokens, PastedMoment, PastedToken, readPasted } from "../../connectors/oauth/tokens.ts";
import { readPerson } from "./identity.ts";
import { isPage, type Organization, readOrganizations } from "./organizations.ts";
import { dayOf } from "./version.ts";

/** The application whose log-in looks after tokens that people bring themselves. */
export const APPLICATION = "linkedin";

/** With an author, who publishes as a URN; else the person whose token it is. */
const Given = z.object({
  accessToken: PastedToken,
  author: z
    .string()
    .trim()
    .regex(/^urn:li:(person|organization|organizationBrand):[\w-]+$/)
    .nullish(),
  expiresAt: PastedMoment,
});

const NEEDED =
  'The credentials need "accessToken"; for a Page also "author", such as "urn:li:organization:2414183". "expiresAt" says when the token ends.';

const LIFE_SECONDS_MIN = 3600;

type GivenToken = z.output<typeof Given>;

/** Connects a profile or a Page with a token that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = readPasted(Given, given, NEEDED);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  if (read.expiresAt !== null && read.expiresAt < addSeconds(call.now(), LIFE_SECONDS_MIN)) {
    return { kind: "refused", reason: `The token ends on ${dayOf(read.expiresAt)}. Make a new one, or log in.` };
  }
  const server = { token: read.accessToken, reach: call };
  return read.author != null && isPage(read.author) ? connectPage(server, read, read.author) : connectProfile(server, read);
}

export function personUrn({ id }: { readonly id: string }): string {
  return `urn:li:person:${id}`;
}

/** A Page is known by its address, a person by their name: LinkedIn tells no other. */
export function handleOf({ name, vanityName }: Pick<Organization, "name" | "vanityName">): string {
  return vanityName ?? name;
}

async function connectProfile(server: Server, given: GivenToken): Promise<ConnectOutcome> {
  const outcome = await readPerson(server);
  if (outcome.kind !== "read") return told(outcome);
  const person = outcome.value;
  const urn = personUrn(person);
  if (given.author != null && given.author !== urn) {
    return { kind: "refused", reason: `The token belongs to ${person.name} (${urn}), not to ${given.author}.` };
  }
  return connected(given, { urn, name: person.name, handle: person.name });
}

async function connectPage(server: Server, given: GivenToken, urn: string): Promise<ConnectOutcome> {
  const outcome = await readOrganizations(server);
  if (outcome.kind !== "read") {
    const advice =
      outcome.kind === "refused" ? ". The token needs the permission rw_organization_admin, to show that its owner may post." : "";
    return { kind: outcome.kind, reason: `${outcome.reason}${advice}` };
  }
  const page = outcome.value.organizations.find((one) => one.urn === urn);
  if (page === undefined || !page.mayPost) {
    return {
      kind: "refused",
      reason: `The token's owner may not post for ${page?.name ?? urn}: an administrator of the Page can change that.`,
    };
  }
  return connected(given, { urn, name: page.name, handle: handleOf(page) });
}

/** Each such token is a grant of its own: it must not take the place of what its owner gave at a log-in. */
function connected({ accessToken, expiresAt: end }: GivenToken, author: { urn: string; name: string; handle: string }): ConnectOutcome {
  const ends = { accessEndsAt: end, renewAt: null, endsAt: end };
  const grant = { application: APPLICATION, remoteId: author.urn, name: author.name, tokens: bareTokens(accessToken), ends };
  return connectedBy({ remoteId: author.urn, handle: author.handle, settings: {} }, grant);
}
