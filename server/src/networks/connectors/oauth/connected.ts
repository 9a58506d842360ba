import type { ConnectOutcome } from "../connector.ts";
import type { AccountsOutcome, GrantFacts, LogInAccount } from "../log-in.ts";
import type { Tokens } from "./tokens.ts";

type Connected = Extract<ConnectOutcome, { kind: "connected" }>;

/** The grant of tokens that somebody has pasted. */
export interface PastedGrant extends Pick<GrantFacts, "application" | "remoteId" | "name" | "ends"> {
  readonly tokens: Tokens;
  /** Absent where the network does not say what a token was given. */
  readonly scopes?: readonly string[];
}

/** A channel that is connected by pasted tokens, which its grant keeps. */
export function connectedBy(
  account: Omit<Connected, "kind" | "credentials" | "grant">,
  { tokens, scopes = [], ...grant }: PastedGrant,
): Connected {
  return { kind: "connected", credentials: {}, ...account, grant: { ...grant, scopes, credentials: { ...tokens } } };
}

/** The only account of a log-in, whose tokens are the grant's. */
export function onlyAccount(account: Omit<LogInAccount, "credentials">): AccountsOutcome {
  return { kind: "listed", accounts: [{ ...account, credentials: {} }] };
}
