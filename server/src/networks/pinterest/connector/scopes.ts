import type { LogInScope } from "../../connectors/log-in.ts";

/**
 * What making a pin and reading a board ask for: https://github.com/pinterest/api-description, `v5/openapi.json` 5.23.0 (2026-11).
 * Secret boards would need more; nobody sees their pins.
 */
export const SCOPES: readonly LogInScope[] = [
  { name: "user_accounts:read", needed: true, without: "Without it, nobody can tell whose account this is." },
  { name: "boards:read", needed: true, without: "Boards can be neither listed nor read." },
  { name: "boards:write", needed: true, without: "Pins cannot be put on boards." },
  { name: "pins:read", needed: true, without: "When an answer is lost, nothing can tell whether a pin was made." },
  { name: "pins:write", needed: true, without: "Pins cannot be made." },
];
