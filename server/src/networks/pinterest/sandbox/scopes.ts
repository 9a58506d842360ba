import type { LogInScope } from "../../sandbox/kit/log-in-request.ts";

/** Those of an application that publishes. https://github.com/pinterest/api-description, 5.23.0 (2026-11) */
export const SCOPES: readonly LogInScope[] = [
  scope("user_accounts:read", "See your user accounts and followers"),
  scope("boards:read", "See your public boards, including group boards you join"),
  scope("boards:read_secret", "See your secret boards"),
  scope("boards:write", "Create, update, or delete your public boards"),
  scope("boards:write_secret", "Create, update, or delete your secret boards"),
  scope("pins:read", "See your public Pins"),
  scope("pins:read_secret", "See your secret Pins"),
  scope("pins:write", "Create, update, or delete your public Pins"),
  scope("pins:write_secret", "Create, update, or delete your secret Pins"),
];

export const SCOPE_NAMES = SCOPES.map(({ name }) => name);

function scope(name: string, label: string): LogInScope {
  return { name, label, isRequired: false };
}
