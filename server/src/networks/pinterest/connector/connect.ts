import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import type { GrantEnds } from "../../connectors/log-in.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { bareTokens, PastedToken, readPasted } from "../../connectors/oauth/tokens.ts";
import { type Board, handleOf, readBoard, readPerson } from "./account.ts";
import { ACCESS_TOKEN_DAYS } from "./unverified.ts";

export const APPLICATION = "pinterest";

const DAY_SECONDS = 86_400;
/** Until then the same tokens can connect further boards: afterwards, they may be worth nothing. */
const RENEWED_AFTER_SECONDS = 3600;

const Given = z.object({
  accessToken: PastedToken,
  refreshToken: PastedToken.nullish(),
  boardId: z.coerce.string().trim().regex(/^\d+$/),
});
const NEEDED =
  'The credentials need "accessToken", the board\'s id as "boardId" (digits), and, for a token that is to be renewed, "refreshToken".';

/** Connects one board with tokens that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = readPasted(Given, given, NEEDED);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const server = { token: read.accessToken, reach: call };
  const account = await readPerson(server);
  if (account.kind !== "read") return told(account);
  const found = await readBoard(server, read.boardId);
  if (found.kind !== "read") return told(found);
  const board = found.value;
  const problem = problemOf(board);
  if (problem !== null) return { kind: "refused", reason: problem };
  const person = account.value;
  const tokens = bareTokens(read.accessToken, read.refreshToken ?? null);
  return connectedBy(
    { remoteId: board.id, handle: handleOf(board, person), settings: {} },
    { application: APPLICATION, remoteId: person.id, name: person.username, tokens, ends: endsOf(read, call) },
  );
}

/** Why nobody would see its pins; null for a board that can be a channel. */
export function problemOf({ name, privacy }: Board): string | null {
  if (privacy === "SECRET") return `The board ${name} is secret: only you would see its pins. Make it public on Pinterest first.`;
  return privacy === "PROTECTED" ? `The board ${name} is for pins of ads alone.` : null;
}

/** Pinterest does not say when a token ends, but a renewal does, so that is due soon. */
function endsOf({ refreshToken }: z.output<typeof Given>, call: Call): GrantEnds {
  const now = call.now();
  if (refreshToken != null) return { accessEndsAt: null, renewAt: addSeconds(now, RENEWED_AFTER_SECONDS), endsAt: null };
  return { accessEndsAt: null, renewAt: null, endsAt: addSeconds(now, ACCESS_TOKEN_DAYS * DAY_SECONDS) };
}
