import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import type { GrantEnds } from "../../connectors/log-in.ts";
import { type Board, handleOf, readBoard, readPerson } from "./account.ts";
import { serverFor } from "./api.ts";
import { type GivenTokens, givenTokens, storable } from "./credentials.ts";
import { ACCESS_TOKEN_DAYS } from "./unverified.ts";

export const APPLICATION = "pinterest";

const DAY_SECONDS = 86_400;
/** Until then the same tokens can connect further boards: afterwards, they may be worth nothing. */
const RENEWED_AFTER_SECONDS = 3600;

/** Connects one board with tokens that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = givenTokens(given);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const server = serverFor(read.accessToken, call);
  const account = await readPerson(server);
  if (account.kind !== "read") return { kind: account.kind, reason: account.reason };
  const found = await readBoard(server, read.boardId);
  if (found.kind !== "read") return { kind: found.kind, reason: found.reason };
  const { board } = found;
  const problem = problemOf(board);
  if (problem !== null) return { kind: "refused", reason: problem };
  const { person } = account;
  const tokens = { accessToken: read.accessToken, refreshToken: read.refreshToken ?? null, refreshEndsAt: null };
  return {
    kind: "connected",
    remoteId: board.id,
    handle: handleOf(board, person),
    credentials: {},
    settings: {},
    grant: {
      application: APPLICATION,
      remoteId: person.id,
      name: person.username,
      // Pinterest does not say what a token was given.
      scopes: [],
      credentials: storable(tokens),
      ends: endsOf(read, call),
    },
  };
}

/** Why nobody would see its pins; null for a board that can be a channel. */
export function problemOf({ name, privacy }: Board): string | null {
  if (privacy === "SECRET") return `The board ${name} is secret: only you would see its pins. Make it public on Pinterest first.`;
  return privacy === "PROTECTED" ? `The board ${name} is for pins of ads alone.` : null;
}

/** Pinterest does not say when a token ends, but a renewal does, so that is due soon. */
function endsOf({ refreshToken }: GivenTokens, call: Call): GrantEnds {
  const now = call.now();
  if (refreshToken != null) return { accessEndsAt: null, renewAt: addSeconds(now, RENEWED_AFTER_SECONDS), endsAt: null };
  return { accessEndsAt: null, renewAt: null, endsAt: addSeconds(now, ACCESS_TOKEN_DAYS * DAY_SECONDS) };
}
