import { serverOf } from "../../connectors/api.ts";
import type { AccountsOutcome, LogInAccount, LogInCall, MakeOutcome, OpenGrant } from "../../connectors/log-in.ts";
import { type Holder, oauthLogIn } from "../../connectors/oauth/log-in.ts";
import { told } from "../../connectors/oauth/read.ts";
import { type Missing, missingScopes } from "../../connectors/oauth/scopes.ts";
import { type Board, handleOf, listBoards, makeBoard, type Person, readPerson } from "./account.ts";
import { HOSTS } from "./api.ts";
import { APPLICATION, problemOf } from "./connect.ts";
import { SCOPES } from "./scopes.ts";
import { TOKENS } from "./tokens.ts";

/**
 * The log-in at Pinterest: https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization (2026-11).
 * It takes no PKCE. A person's log-in cannot be given back: `oauth/token/revoke` is for system users alone.
 */
export const logIn = oauthLogIn<Person>({
  application: APPLICATION,
  network: "Pinterest",
  scopes: SCOPES,
  page: { address: (call) => `${call.host("www")}/oauth/`, separator: "," },
  tokens: TOKENS,
  read: readPerson,
  identity: ({ id, username }) => ({ remoteId: id, name: username }),
  accounts,
  create: { label: "New board", make },
});

async function accounts(person: Person, { server, call, missing }: Holder): Promise<AccountsOutcome> {
  const listed = await listBoards(server);
  if (listed.kind !== "read") return told(listed);
  return { kind: "listed", accounts: listed.value.map((board) => accountOf(board, { person, call, missing })) };
}

async function make(grant: OpenGrant, name: string, call: LogInCall): Promise<MakeOutcome> {
  const server = serverOf({ grant }, call);
  const outcome = await readPerson(server);
  if (outcome.kind !== "read") return told(outcome);
  const made = await makeBoard(server, name);
  if (made.kind !== "read") return told(made);
  return { kind: "made", account: accountOf(made.value, { person: outcome.value, call, missing: missingScopes(SCOPES, grant) }) };
}

interface Owner {
  readonly person: Person;
  readonly call: LogInCall;
  readonly missing: Missing;
}

const SANDBOX_API = "https://api-sandbox.pinterest.com";

function accountOf(board: Board, { person, call, missing }: Owner): LogInAccount {
  return {
    type: "Pinterest",
    ...{ remoteId: board.id, handle: handleOf(board, person), credentials: {}, settings: {} },
    ...{ name: board.name, pictureUrl: board.pictureUrl },
    problem: missing.problem ?? problemOf(board),
    limits: limitsAt(call.host("api")),
  };
}

/**
 * Nothing in the API says which access an application has: https://developers.pinterest.com/docs/key-concepts/access-tiers
 * (2026-11).
 */
function limitsAt(api: string): string[] {
  if (api === HOSTS.api) return ["As long as the application has Trial access, Pinterest takes no pins from it: it needs Standard access."];
  return api === SANDBOX_API ? ["Here, in Pinterest's own sandbox, pins are visible to you alone."] : [];
}
