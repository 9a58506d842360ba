import { askedScope, type Scope } from "./scopes.ts";

/** An authorization request whose every part is as it has to be. */
export interface AuthorizationRequest {
  readonly codeChallenge: string;
  readonly scope: Scope;
  readonly resource: string;
}

/** Where an answer may go. Read before all else: without it there is nobody to answer but the user. */
export interface Destination {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** By RFC 6749, section 4.1.2.1, and RFC 8707 for the last one. */
export interface RequestProblem {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_scope" | "invalid_target";
  readonly description: string;
}

/** A sentence for the user when the request does not say whom to answer. */
export function readDestination(query: URLSearchParams): Destination | string {
  // No database keeps NUL.
  const [clientId, ...otherIds] = query.getAll("client_id").map((id) => id.replaceAll("\0", "\ufffd"));
  if (clientId === undefined || clientId === "" || otherIds.length > 0) return "The request does not say which program it comes from.";
  const [redirectUri, ...otherUris] = query.getAll("redirect_uri");
  if (redirectUri === undefined || otherUris.length > 0) return "The request does not say where the program waits for the answer.";
  return { clientId, redirectUri, state: query.get("state") };
}

/** Only codes, only with PKCE by SHA-256 (OAuth 2.1), only for the one resource that there is. */
export function readRequest(query: URLSearchParams, resource: string): AuthorizationRequest | RequestProblem {
  const names = [...query.keys()].filter((name) => name !== "resource");
  if (new Set(names).size !== names.length) return { error: "invalid_request", description: "A parameter is given twice." };
  if (query.get("response_type") === null) return { error: "invalid_request", description: "response_type is missing." };
  if (query.get("response_type") !== "code") {
    return { error: "unsupported_response_type", description: "The response type has to be code." };
  }
  const codeChallenge = query.get("code_challenge");
  if (query.get("code_challenge_method") !== "S256" || codeChallenge === null || !/^[\w-]{43}$/.test(codeChallenge)) {
    return { error: "invalid_request", description: "A code_challenge is required, with the code_challenge_method S256." };
  }
  if (!["query", null].includes(query.get("response_mode"))) {
    return { error: "invalid_request", description: "The response mode has to be query." };
  }
  const scope = askedScope(query.get("scope"));
  if (scope === null) return { error: "invalid_scope", description: "The scopes are read and write." };
  if (query.getAll("resource").some((asked) => asked !== resource)) {
    return { error: "invalid_target", description: `The resource has to be ${resource}.` };
  }
  return { codeChallenge, scope, resource };
}
