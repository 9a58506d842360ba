import type { LogInScope, OpenGrant } from "../log-in.ts";

/** Whether the person is known not to have given it: of tokens that somebody has pasted, it is not known what they were given. */
export function lacks(grant: Pick<OpenGrant, "scopes"> | null, scope: string): boolean {
  return grant !== null && grant.scopes.length > 0 && !grant.scopes.includes(scope);
}

/** What was not given, as sentences. */
export interface Missing {
  /** Of scopes without which nothing can be published. */
  readonly problem: string | null;
  readonly limits: readonly string[];
}

/** Sentences about what was not given: as a problem if nothing works without it, else as limits. */
export function missingScopes(scopes: readonly LogInScope[], grant: Pick<OpenGrant, "scopes">): Missing {
  const missing = scopes.filter(({ name }) => lacks(grant, name));
  const problems = missing.filter(({ needed }) => needed).map(({ without }) => without);
  return {
    problem: problems.length === 0 ? null : `${problems.join(" ")} Log in again and allow it.`,
    limits: missing.filter(({ needed }) => !needed).map(({ without }) => without),
  };
}
