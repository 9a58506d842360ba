import { secondsBetween } from "@rostrum/contract/formats.ts";
import { type Server, serverOf } from "../api.ts";
import {
  type AccountsOutcome,
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type LogInScope,
  type OpenGrant,
  type ProbeOutcome,
  type RenewOutcome,
  scopesAsked,
} from "../log-in.ts";
import { oneLine } from "../reply.ts";
import { probed, type Read, told } from "./read.ts";
import { type Missing, missingScopes } from "./scopes.ts";
import { type Given, givenBy, type Lives, storedTokens, type Tokens } from "./tokens.ts";

/** A log-in by OAuth's authorization code, and how one network differs in it. */
export interface OAuthWay<Person> extends Pick<LogIn, "create" | "glance" | "revoke" | "revokesToo" | "revokesTokensOf"> {
  readonly application: string;
  /** The network that the person sees. */
  readonly network: string;
  readonly scopes: readonly LogInScope[];
  readonly page: ConsentPage;
  readonly tokens: TokenDoor;
  /** Whose token it is. Asked with the scopes as far as they are known. */
  readonly read: (server: Server<LogInCall>, grant: Pick<OpenGrant, "scopes">) => Promise<Read<Person>>;
  readonly identity: (person: Person) => Identity;
  readonly accounts: (person: Person, holder: Holder) => AccountsOutcome | Promise<AccountsOutcome>;
  /** What a token was given, at networks that say so only to whom they gave it; null if it is not known. */
  readonly scopesOf?: (server: Server<LogInCall>) => Promise<readonly string[] | null>;
  /** Why what was given is of no use, as a sentence; null if it is. */
  readonly objection?: (given: Given, scopes: readonly string[]) => string | null;
  /** What the operator has to register, in the network's words. */
  readonly needs?: string;
  /** Whether an application without a secret can log people in. */
  readonly isPublic?: true;
  /** What keeps every log-in from working, as a sentence. */
  readonly obstacle?: (call: LogInCall) => string | null;
  /** What to do about the network's own words for why it ended a log-in; null if there is nothing special to do. */
  readonly adviceOn?: (words: string, error: string | null) => string | null;
  readonly advice?: Partial<Advice>;
}

interface Identity {
  readonly remoteId: string;
  readonly name: string;
  /** What the token was given, where the network says so along with whose it is. */
  readonly scopes?: readonly string[];
}

export interface ConsentPage {
  readonly address: (call: LogInCall) => string;
  /** Between the scopes; absent: a space. */
  readonly separator?: ",";
  /** What the network calls the application's id. */
  readonly idName?: string;
  readonly takesChallenge?: true;
  /** Beside the usual ones, or in their place: undefined leaves one out. */
  readonly parameters?: (call: LogInCall) => Readonly<Record<string, string | undefined>>;
}

/** The account holder's grant, opened for one question. */
export interface Holder {
  readonly grant: OpenGrant;
  readonly server: Server<LogInCall>;
  readonly call: LogInCall;
  readonly missing: Missing;
}

/** What comes back with the person. */
export interface Code {
  readonly code: string;
  readonly answer: LogInAnswer;
}

/** Where tokens come from. */
export interface TokenDoor {
  readonly lives: Lives;
  exchange(code: Code, call: LogInCall): Promise<TokenReply>;
  renew?(tokens: Tokens & { readonly refreshToken: string }, call: LogInCall): Promise<TokenReply>;
  /** In place of `renew` where there are no refresh tokens. */
  renewItself?(tokens: Tokens, call: LogInCall): Promise<TokenReply>;
  /** After how long a renewal is tried again that the network did not answer. */
  readonly againSeconds: number;
}

export type TokenReply = { readonly kind: "ok"; readonly body: unknown } | { readonly kind: "declined" } | TokenFailure;

export interface TokenFailure {
  readonly kind: "failed";
  /** For people, without a full stop. */
  readonly reason: string;
  /** `passing`: the same request may well succeed later. */
  readonly about: "passing" | "application" | "address" | "other";
  /** What the network says of a code or refresh token that is none any more. */
  readonly endsGrant: boolean;
  readonly retryAfterSeconds?: number | null | undefined;
}

/** What to do next, as sentences. */
export interface Advice {
  readonly passing: string;
  readonly application: string;
  readonly other: string;
  /** After the end of a grant. */
  readonly ended: string;
  address(redirectUri: string): string;
}

/** The log-in as the service runs it. */
export function oauthLogIn<Person>(way: OAuthWay<Person>): LogIn {
  const { application, network, scopes, create, glance, revoke, revokesToo, revokesTokensOf, tokens } = way;
  const isRenewed = tokens.renew !== undefined || tokens.renewItself !== undefined;
  return {
    application,
    network,
    scopes,
    begin: async (request, call) => begin(way, request, call),
    finish: (answer, call) => finish(way, answer, call),
    accounts: (grant, call) => accounts(way, grant, call),
    probe: (grant, call) => probe(way, grant, call),
    ...(isRenewed ? { renew: (grant: OpenGrant, call: LogInCall) => renew(way, grant, call) } : {}),
    ...(create === undefined ? {} : { create }),
    ...(glance === undefined ? {} : { glance }),
    ...(revoke === undefined ? {} : { revoke }),
    ...(revokesToo === undefined ? {} : { revokesToo }),
    ...(revokesTokensOf === undefined ? {} : { revokesTokensOf }),
  };
}

/** What a refused exchange is about, by the names and words that networks have for it. */
export function aboutIn(words: string): "application" | "address" | "other" {
  if (/invalid_client|unauthorized_client|client.?(id|key|secret)|platform app|validating application/i.test(words)) return "application";
  return /redirect|callback/i.test(words) ? "address" : "other";
}

/** With which a person cancels a log-in. */
const CANCELLED = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"];
const RENEW_AFTER_REFUSAL_SECONDS = 900;
const WORDS_LENGTH_MAX = 300;

function begin<P>(way: OAuthWay<P>, { state, redirectUri, challenge }: LogInRequest, call: LogInCall): BeginOutcome {
  const obstacle = obstacleTo(way, call);
  if (obstacle !== null) return { kind: "refused", reason: obstacle };
  const { address, separator = " ", idName = "client_id", takesChallenge, parameters } = way.page;
  const wanted: Readonly<Record<string, string | undefined>> = {
    [idName]: call.application?.clientId ?? "",
    response_type: "code",
    scope: scopesAsked(way.scopes, call).join(separator),
    redirect_uri: redirectUri,
    state,
    ...(takesChallenge ? { code_challenge: challenge, code_challenge_method: "S256" } : {}),
    ...parameters?.(call),
  };
  const query = new URLSearchParams(Object.entries(wanted).filter((field): field is [string, string] => field[1] !== undefined));
  // Some networks take a plus sign for one.
  return { kind: "open", url: `${address(call)}?${query.toString().replaceAll("+", "%20")}`, memory: { state } };
}

async function finish<P>(way: OAuthWay<P>, answer: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  const obstacle = obstacleTo(way, call);
  if (obstacle !== null) return { kind: "refused", reason: obstacle };
  const { error, error_reason: why, error_description, error_message } = answer.parameters;
  if (CANCELLED.includes(error ?? "") || why === "user_denied") return { kind: "declined" };
  if (error !== undefined) return endedBy(way, error, error_description ?? error_message ?? why ?? error);
  // Some networks append a fragment that browsers' extensions hand on.
  const code = answer.parameters.code?.replace(/#_$/, "") ?? "";
  if (code === "") return { kind: "refused", reason: `${way.network} sent you back without a code. Please start again.` };
  const exchanged = await way.tokens.exchange({ code, answer }, call);
  if (exchanged.kind === "declined") return exchanged;
  if (exchanged.kind !== "ok") return unfinished(way, exchanged, answer.redirectUri);
  const given = givenBy(exchanged.body, way.tokens.lives, { now: call.now(), old: null });
  if (given === null) return unfinished(way, noToken(way), answer.redirectUri);
  return granted(way, given, call);
}

async function granted<P>(way: OAuthWay<P>, given: Given, call: LogInCall): Promise<FinishOutcome> {
  // Without scopes in the answer, everything asked for is given: RFC 6749, section 5.1.
  const presumed = given.scopes ?? scopesAsked(way.scopes, call);
  const objection = way.objection?.(given, presumed) ?? null;
  if (objection !== null) return { kind: "refused", reason: objection };
  const server = { token: given.tokens.accessToken, reach: call };
  // A code is accepted once, so what can be repeated after it is.
  const first = await way.read(server, { scopes: presumed });
  const outcome = first.kind === "unreachable" ? await way.read(server, { scopes: presumed }) : first;
  if (outcome.kind !== "read") return advised(way, outcome);
  const { remoteId, name, scopes: own } = way.identity(outcome.value);
  const scopes = own ?? (way.scopesOf === undefined ? presumed : ((await way.scopesOf(server)) ?? []));
  const credentials = { ...given.tokens };
  return { kind: "granted", grant: { application: way.application, remoteId, name, scopes, credentials, ends: given.ends } };
}

function advised<P>(way: OAuthWay<P>, outcome: Exclude<Read<P>, { kind: "read" }>): FinishOutcome {
  const { kind, reason } = told(outcome);
  const advice = way.adviceOn?.(reason, null) ?? null;
  return { kind, reason: advice === null ? reason : `${reason.replace(/\.$/, "")}. ${advice}` };
}

function endedBy<P>({ network, adviceOn }: OAuthWay<P>, error: string, words: string): FinishOutcome {
  const advice = adviceOn?.(words, error) ?? null;
  const reason = `${network} ended the log-in: ${plain(words)}.`;
  return { kind: "refused", reason: advice === null ? reason : `${reason} ${advice}` };
}

/** Some descriptions are written for a page. */
function plain(words: string): string {
  return oneLine(words.replaceAll("&quot;", '"'), WORDS_LENGTH_MAX).replace(/\.$/, "");
}

function unfinished<P>(way: OAuthWay<P>, { reason, about }: TokenFailure, redirectUri: string): FinishOutcome {
  const advice = adviceFor(way);
  if (about === "passing") return { kind: "unreachable", reason: `${reason}. ${advice.passing}` };
  const special = way.adviceOn?.(reason, null) ?? null;
  const next = special ?? (about === "address" ? advice.address(redirectUri) : advice[about]);
  return { kind: "refused", reason: `${reason}. ${next}` };
}

function adviceFor<P>({ advice }: OAuthWay<P>): Advice {
  return {
    passing: "Please start again in a while.",
    application: "Check the id and the secret of the application.",
    other: "Please start again.",
    ended: "Log in again.",
    address: (redirectUri) => `The application has to have exactly this redirect address: ${redirectUri}`,
    ...advice,
  };
}

async function accounts<P>(way: OAuthWay<P>, grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const server = serverOf({ grant }, call);
  const outcome = await way.read(server, grant);
  if (outcome.kind !== "read") return told(outcome);
  return way.accounts(outcome.value, { grant, server, call, missing: missingScopes(way.scopes, grant) });
}

/**
 * Where a refresh token is good once, the same one is shown again after a lost answer, since it may not have arrived; if it was used up,
 * the network refuses it, and the person has to log in again.
 */
async function renew<P>(way: OAuthWay<P>, grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const { network, tokens: door } = way;
  const old = storedTokens(grant.credentials);
  const { refreshToken } = old;
  if (door.renewItself === undefined && refreshToken === null)
    return { kind: "ended", reason: `${network}: the log-in cannot be renewed. Log in again.` };
  const obstacle = door.renewItself === undefined ? obstacleTo(way, call) : null;
  if (obstacle !== null) return { kind: "busy", reason: obstacle, retryAfterSeconds: RENEW_AFTER_REFUSAL_SECONDS };
  const tooYoung = youthOf(old, door.lives, call);
  if (tooYoung > 0) {
    const now = await probe(way, grant, call);
    if (now.kind === "ended") return now;
    return { kind: "busy", reason: `${network} renews a token only when it is a day old`, retryAfterSeconds: Math.ceil(tooYoung) };
  }
  const answer = await (refreshToken === null ? door.renewItself?.(old, call) : door.renew?.({ ...old, refreshToken }, call));
  const given = answer?.kind === "ok" ? givenBy(answer.body, door.lives, { now: call.now(), old }) : null;
  if (given !== null) return { kind: "renewed", credentials: { ...given.tokens }, ends: given.ends };
  if (answer?.kind === "declined") return { kind: "ended", reason: `${network}: the log-in was taken back. Log in again.` };
  return notRenewed(way, answer?.kind === "failed" ? answer : noToken(way), { grant, call });
}

/** A refusal that is not about the grant, such as of a wrong secret of the application, says nothing about it. */
async function notRenewed<P>(
  way: OAuthWay<P>,
  { reason, about, endsGrant, retryAfterSeconds }: TokenFailure,
  { grant, call }: { readonly grant: OpenGrant; readonly call: LogInCall },
): Promise<RenewOutcome> {
  if (endsGrant) return { kind: "ended", reason: `${reason}. ${adviceFor(way).ended}` };
  const { againSeconds, renewItself } = way.tokens;
  const now = renewItself === undefined || about === "passing" ? null : await probe(way, grant, call);
  if (now?.kind === "ended") return now;
  const seconds = about === "passing" ? againSeconds : Math.max(againSeconds, RENEW_AFTER_REFUSAL_SECONDS);
  return { kind: "busy", reason, retryAfterSeconds: Math.max(seconds, retryAfterSeconds ?? 0) };
}

function noToken<P>({ network }: OAuthWay<P>): TokenFailure {
  return { kind: "failed", reason: `${network}: the answer contains no token`, about: "passing", endsGrant: false };
}

function youthOf({ obtainedAt }: Tokens, { renewsItselfAfterSeconds }: Lives, call: LogInCall): number {
  if (renewsItselfAfterSeconds === undefined || obtainedAt === undefined) return 0;
  return renewsItselfAfterSeconds - secondsBetween(obtainedAt, call.now());
}

async function probe<P>({ read, identity, scopesOf }: OAuthWay<P>, grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const server = serverOf({ grant }, call);
  const outcome = await read(server, grant);
  const state = probed(outcome);
  if (outcome.kind !== "read") return state;
  const scopes = identity(outcome.value).scopes ?? (await scopesOf?.(server)) ?? null;
  return scopes === null ? state : { kind: "works", scopes };
}

/** Why nobody can log in; null if nothing is in the way. */
function obstacleTo<P>({ network, needs, isPublic, obstacle }: OAuthWay<P>, call: LogInCall): string | null {
  const { application } = call;
  const isThere = application !== null && application.clientId !== "" && (isPublic === true || application.clientSecret !== null);
  if (isThere) return obstacle?.(call) ?? null;
  return `${network} needs ${needs ?? "the id and the secret of an application"} before anyone can log in.`;
}
