import type { SandboxNetwork } from "../network.ts";
import { isKnownClient, isRedirectTarget } from "./applications.ts";

/** A network's log-in and consent page, as `mountLogIn` takes it. */
export interface LogInPage {
  /** Below the network's own path, such as `/www/oauth/authorize`. */
  readonly path: string;
  /** All that applications may ask for, in the order of the page. Asking for anything else is refused. */
  readonly scopes: readonly LogInScope[];
  /** The parameter of a configuration that stands for all of the scopes, which people then give or decline together. */
  readonly configurationParameter?: string;
  /** Whether people give all that is asked for, or nothing. Absent: they may refuse single scopes that are not required. */
  readonly isAllOrNothing?: boolean;
  readonly pkce: "ignored" | "taken" | "required";
  readonly codeSeconds: number;
  /** What the network calls an application's id in the address. Absent: `client_id`. */
  readonly clientParameter?: string;
  /** What comes after the redirect address's parameters, such as `#_`. */
  readonly fragment?: string;
  /** The parameters of the redirect when the person declines. */
  readonly declined: Readonly<Record<string, string>>;
  /** Who can log in, oldest first. */
  persons(): Promise<readonly LogInPerson[]>;
  /** The person with this name, created if new. */
  personNamed(name: string): Promise<LogInPerson>;
  /** The accounts that a person may let in. Absent: a log-in gives access to the person's own account alone. */
  accountsOf?(person: LogInPerson): Promise<readonly LogInAccount[]>;
}

export interface LogInPerson {
  readonly id: string;
  readonly name: string;
}

export interface LogInAccount {
  readonly id: string;
  readonly name: string;
  /** What it is, such as `Page, linked with @bakery`. */
  readonly note: string;
}

export interface LogInScope {
  readonly name: string;
  /** What it allows, for people. */
  readonly label: string;
  /** Whether people cannot refuse it. */
  readonly isRequired: boolean;
}

/** Scopes by their names; people can refuse all but those that are required. */
export function scopesNamed(labels: Readonly<Record<string, string>>, required: readonly string[] = []): readonly LogInScope[] {
  return Object.entries(labels).map(([name, label]) => ({ name, label, isRequired: required.includes(name) }));
}

/** What an application asks for, read from the address of the log-in page. */
export interface LogInRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
  /** Of PKCE, S256. */
  readonly challenge: string | null;
  readonly scopes: readonly LogInScope[];
  /** The query, to come along with the page's forms. */
  readonly query: string;
}

/** The request, or why it is refused without a redirect. */
export function readLogInRequest(network: SandboxNetwork, page: LogInPage, query: string): LogInRequest | { readonly mistake: string } {
  const given = new URLSearchParams(query);
  const clientId = given.get(page.clientParameter ?? "client_id") ?? "";
  if (!isKnownClient(network, clientId)) return { mistake: "There is no application with this client id." };
  const redirectUri = given.get("redirect_uri") ?? "";
  if (!isRedirectTarget(redirectUri)) return { mistake: "The redirect address must begin with http:// or https:// and have no fragment." };
  if ((given.get("response_type") ?? "code") !== "code") return { mistake: "The response type must be code." };
  const challenge = page.pkce === "ignored" ? null : given.get("code_challenge");
  if (challenge === null && page.pkce === "required") return { mistake: "A code challenge is required." };
  if (challenge !== null && given.get("code_challenge_method") !== "S256") return { mistake: "The code challenge method must be S256." };
  const isConfigured = page.configurationParameter !== undefined && given.has(page.configurationParameter);
  if (isConfigured && given.has("scope")) return { mistake: "A configuration stands in place of scopes." };
  if (isConfigured) return { clientId, redirectUri, state: given.get("state"), challenge, scopes: page.scopes.map(required), query };
  const names = new Set((given.get("scope") ?? "").split(/[\s,]+/).filter((name) => name !== ""));
  const unknown = [...names].filter((name) => !page.scopes.some((scope) => scope.name === name));
  if (unknown.length > 0) return { mistake: `Invalid scopes: ${unknown.join(", ")}.` };
  const missing = page.scopes.filter(({ name, isRequired }) => isRequired && !names.has(name));
  if (missing.length > 0) return { mistake: `Missing scopes: ${missing.map(({ name }) => name).join(", ")}.` };
  const asked = page.scopes.filter(({ name }) => names.has(name));
  const scopes = page.isAllOrNothing === true ? asked.map(required) : asked;
  return { clientId, redirectUri, state: given.get("state"), challenge, scopes, query };
}

function required(scope: LogInScope): LogInScope {
  return { ...scope, isRequired: true };
}

/** The address of the application with what it is told. */
export function redirectTo({ redirectUri, state }: LogInRequest, parameters: Readonly<Record<string, string>>): URL {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  if (state !== null) target.searchParams.set("state", state);
  return target;
}
