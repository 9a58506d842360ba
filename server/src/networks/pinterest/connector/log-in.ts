import {
  type AccountsOutcome,
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInAccount,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type MakeOutcome,
  type OpenGrant,
  type ProbeOutcome,
  type RenewOutcome,
  scopesAsked,
} from "../../connectors/log-in.ts";
import { type Board, handleOf, listBoards, makeBoard, type Person, readPerson } from "./account.ts";
import { type Failure, HOSTS, reasonOf, type Server, serverFor, waitAsked } from "./api.ts";
import { APPLICATION, problemOf } from "./connect.ts";
import { storable, storedTokens } from "./credentials.ts";
import { signOf } from "./errors.ts";
import { lacks, SCOPES } from "./scopes.ts";
import { endsOf, exchangeCode, type GivenOrNot, refresh } from "./tokens.ts";
import { CODES } from "./unverified.ts";

/**
 * The log-in at Pinterest: https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization (2026-11).
 * It takes no PKCE. A person's log-in cannot be given back: `oauth/token/revoke` is for system users alone.
 */
export const logIn: LogIn = {
  application: APPLICATION,
  network: "Pinterest",
  scopes: SCOPES,
  begin,
  finish,
  accounts,
  create: { label: "New board", make },
  renew,
  probe,
};

const RENEW_AGAIN_SECONDS = 3600;
const NO_APPLICATION = "Pinterest needs the id and the secret of an application before anyone can log in.";

async function begin({ state, redirectUri }: LogInRequest, call: LogInCall): Promise<BeginOutcome> {
  if (call.application?.clientSecret == null) return { kind: "refused", reason: NO_APPLICATION };
  const query = new URLSearchParams({
    client_id: call.application.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopesAsked(SCOPES, call).join(","),
    state,
  });
  return { kind: "open", url: `${call.host("www")}/oauth/?${query}`, memory: null };
}

async function finish({ parameters, redirectUri }: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  if (call.application?.clientSecret == null) return { kind: "refused", reason: NO_APPLICATION };
  const { error, error_description, code = "" } = parameters;
  if (error === "access_denied") return { kind: "declined" };
  if (error !== undefined) return { kind: "refused", reason: `Pinterest ended the log-in: ${error_description ?? error}.` };
  if (code === "") return { kind: "refused", reason: "Pinterest sent you back without a code. Please start again." };
  const answer = await exchangeCode(call, { code, redirectUri });
  if (answer.kind !== "given") return unfinished(answer, redirectUri);
  const { given } = answer;
  const outcome = await readPerson(serverFor(given.tokens.accessToken, call));
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { id, username } = outcome.person;
  return {
    kind: "granted",
    grant: {
      application: APPLICATION,
      remoteId: id,
      name: username,
      // Without scopes in the answer, everything asked for is given: RFC 6749, section 5.1.
      scopes: given.scopes ?? scopesAsked(SCOPES, call),
      credentials: storable(given.tokens),
      ends: endsOf(given, call.now()),
    },
  };
}

function unfinished(failure: Failure, redirectUri: string): FinishOutcome {
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  const message = failure.kind === "refused" ? (failure.error?.message ?? "") : "";
  if (/redirect/i.test(message)) {
    return { kind: "refused", reason: `${reason}. The application has to have exactly this redirect address: ${redirectUri}` };
  }
  if (sign === "dead token" || sign === "no permission") {
    return { kind: "refused", reason: `${reason}. Check the application's id and secret.` };
  }
  if (sign === "refused" || sign === "missing") return { kind: "refused", reason: `${reason}. Please start again.` };
  return { kind: "unreachable", reason: `${reason}. Please start again in a while.` };
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const server = serverIn(grant, call);
  const outcome = await readPerson(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const listed = await listBoards(server);
  if (listed.kind !== "read") return { kind: listed.kind, reason: listed.reason };
  return { kind: "listed", accounts: listed.boards.map((board) => accountOf(board, { person: outcome.person, grant, call })) };
}

async function make(grant: OpenGrant, name: string, call: LogInCall): Promise<MakeOutcome> {
  const server = serverIn(grant, call);
  const outcome = await readPerson(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const made = await makeBoard(server, name);
  if (made.kind !== "read") return { kind: made.kind, reason: made.reason };
  return { kind: "made", account: accountOf(made.board, { person: outcome.person, grant, call }) };
}

interface Holder {
  readonly person: Person;
  readonly grant: OpenGrant;
  readonly call: LogInCall;
}

const SANDBOX_API = "https://api-sandbox.pinterest.com";

function accountOf(board: Board, { person, grant, call }: Holder): LogInAccount {
  const missing = SCOPES.filter(({ name }) => lacks(grant, name)).map(({ without }) => without);
  return {
    type: "Pinterest",
    remoteId: board.id,
    handle: handleOf(board, person),
    // The tokens are the grant's.
    credentials: {},
    settings: {},
    name: board.name,
    pictureUrl: board.pictureUrl,
    problem: missing.length === 0 ? problemOf(board) : `${missing.join(" ")} Log in again and allow it.`,
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

/**
 * Whether an old refresh token works again after its answer was lost is unverified, so only the second refusal is believed. The
 * service keeps the old tokens until the new ones have answered.
 */
async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const tokens = storedTokens(grant.credentials);
  const { refreshToken } = tokens;
  if (refreshToken === null) return { kind: "ended", reason: "Pinterest gave no token to renew this log-in with." };
  if (call.application?.clientSecret == null) return { kind: "busy", reason: NO_APPLICATION, retryAfterSeconds: RENEW_AGAIN_SECONDS };
  const ask = () => refresh(call, { ...tokens, refreshToken });
  const first = await ask();
  const answer = isRefusal(first) ? await ask() : first;
  if (answer.kind === "given") {
    return { kind: "renewed", credentials: storable(answer.given.tokens), ends: endsOf(answer.given, call.now()) };
  }
  if (isRefusal(answer)) return { kind: "ended", reason: reasonOf(answer) };
  const { retryAfterSeconds = 0 } = waitAsked(answer, call);
  return { kind: "busy", reason: reasonOf(answer), retryAfterSeconds: Math.max(RENEW_AGAIN_SECONDS, retryAfterSeconds) };
}

/**
 * A 401 is about the id and the secret of the application, unless it names the refresh token, as in
 * https://github.com/pinterest/pinterest-python-sdk/issues/114 (read in November 2026).
 */
function isRefusal(answer: GivenOrNot): boolean {
  if (answer.kind !== "refused") return false;
  if (answer.status === 401) return answer.error?.code === CODES.grant || /\bgrant\b|refresh token/i.test(answer.error?.message ?? "");
  return answer.status === 400 && signOf(answer) !== "throttled";
}

async function probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const outcome = await readPerson(serverIn(grant, call));
  if (outcome.kind === "read") return { kind: "works" };
  return { kind: outcome.kind === "refused" && outcome.isDead ? "ended" : "unknown", reason: outcome.reason };
}

function serverIn({ credentials }: OpenGrant, call: LogInCall): Server {
  return serverFor(storedTokens(credentials).accessToken, call);
}
