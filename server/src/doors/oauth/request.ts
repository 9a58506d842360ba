import { askedScope, type Scope } from "./scopes.ts";

/** A valid authorization request. */
export interface AuthorizationRequest {
  readonly codeChallenge: string;
  readonly scope: Scope;
  readonly resource: string;
}

/** Where a response may go. Read first: without it, errors can only be shown to the user. */
export interface Destination {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** RFC 6749, section 4.1.2.1, and RFC 8707 for the last one. */
export interface RequestProblem {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_scope" | "invalid_target";
  readonly description: string;
}

/** The destination of the response, or an error message for the user when the request names none. */
export function readDestination(query: URLSearchParams): Destination | string {
  // PostgreSQL text cannot hold NUL.
  const [clientId, ...otherIds] = query.getAll("client_id").map((id) => id.replaceAll("\0", "\ufffd"));
  if (clientId === undefined || clientId === "" || otherIds.length > 0) return "The request does not say which app it comes from.";
  const [redirectUri, ...otherUris] = query.getAll("redirect_uri");
  if (redirectUri === undefined || otherUris.length > 0) return "The request does not say where to send you back.";
  return { clientId, redirectUri, state: query.get("state") };
}

/** Accepts only the code flow, only with S256 PKCE (OAuth 2.1), and only for the single resource. */
export function readRequest(query: URLSearchParams, resource: string): AuthorizationRequest | RequestProblem {
  const names = [...query.keys()].filter((name) => name !== "resource");
  if (new Set(names).size !== names.length) return { error: "invalid_request", description: "A parameter is repeated." };
  if (query.get("response_type") === null) return { error: "invalid_request", description: "response_type is missing." };
  if (query.get("response_type") !== "code") {
    return { error: "unsupported_response_type", description: "response_type must be code." };
  }
  const codeChallenge = query.get("code_challenge");
  if (query.get("code_challenge_method") !== "S256" || codeChallenge === null || !/^[\w-]{43}$/.test(codeChallenge)) {
    return { error: "invalid_request", description: "A code_challenge with code_challenge_method S256 is required." };
  }
  if (!["query", null].includes(query.get("response_mode"))) {
    return { error: "invalid_request", description: "response_mode must be query." };
  }
  const scope = askedScope(query.get("scope"));
  if (scope === null) return { error: "invalid_scope", description: "The supported scopes are read and write." };
  if (query.getAll("resource").some((asked) => asked !== resource)) {
    return { error: "invalid_target", description: `The resource must be ${resource}.` };
  }
  return { codeChallenge, scope, resource };
}
