import type { SandboxWorld } from "../network.ts";
import { type CodeOutcome, exchangeCode } from "./codes.ts";
import type { Grant } from "./grants.ts";
import { issueRefreshToken, type RefreshOutcome, type Rotation, useRefreshToken } from "./refresh-tokens.ts";
import type { Refusal } from "./refusals.ts";
import { issueToken } from "./tokens.ts";

/** A request for tokens by an application that has said who it is. */
export interface TokenCall {
  readonly clientId: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/** What such a request is refused with in a network's words, and what becomes of refresh tokens there. */
export interface TokenRules {
  /** Besides the field itself. */
  readonly needsVerifier?: boolean;
  readonly rotation: Rotation;
  readonly lifetimeSeconds: number | null;
  missing(field: string): Refusal;
  unsupported(grantType: string | undefined): Refusal;
  badCode(why: Extract<CodeOutcome, { kind: "refused" }>["why"]): Refusal;
  badRefreshToken(why: Extract<RefreshOutcome, { kind: "refused" }>["why"], refreshToken: string): Refusal | Promise<Refusal>;
}

/** What tokens are to be given for. */
export interface Granted {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  /** With which the log-in page was opened; null for a refresh token. */
  readonly query: string | null;
  /** What follows the refresh token; null for a code. */
  readonly refreshToken: string | null;
}

/** What the code or the refresh token of the request is good for; throws if it is good for nothing. */
export async function granted(world: SandboxWorld, { clientId, fields }: TokenCall, rules: TokenRules): Promise<Granted> {
  const given = (name: string): string => {
    const value = fields[name];
    if (value === undefined) throw rules.missing(name);
    return value;
  };
  const { grant_type: type, code_verifier: verifier = "" } = fields;
  if (type === "authorization_code") {
    const [code, redirectUri] = [given("code"), given("redirect_uri")];
    if (rules.needsVerifier === true) given("code_verifier");
    const outcome = await exchangeCode(world, { code, clientId, redirectUri, verifier });
    if (outcome.kind === "refused") throw rules.badCode(outcome.why);
    return { ...outcome, refreshToken: null };
  }
  if (type !== "refresh_token") throw rules.unsupported(type);
  const { rotation, lifetimeSeconds } = rules;
  const outcome = await useRefreshToken(world, { refreshToken: given("refresh_token"), clientId, rotation, lifetimeSeconds });
  if (outcome.kind === "refused") throw await rules.badRefreshToken(outcome.why, given("refresh_token"));
  return { ...outcome, query: null };
}

interface Pair {
  readonly prefix?: string;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

/** What tokens reach. */
export type TokenReach = Pick<Granted, "grant" | "scopes">;

/** An access token with a refresh token: the one given, or a new one. */
export async function issuePair(
  world: SandboxWorld,
  { grant, scopes, refreshToken = null }: TokenReach & { readonly refreshToken?: string | null },
  { prefix = "", accessSeconds, refreshSeconds }: Pair,
) {
  return {
    accessToken: await issueToken(world, { grant, kind: "access", scopes, lifetimeSeconds: accessSeconds, prefix }),
    refreshToken: refreshToken ?? (await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: refreshSeconds })),
  };
}
