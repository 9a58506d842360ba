import type { Account, Call } from "../../connectors/connector.ts";
import { grantSession } from "./oauth/session.ts";
import { passwordSession } from "./password-session.ts";
import type { Session } from "./session.ts";

/** Makes no request yet. */
export function openSession(account: Account, call: Call): Session {
  return account.grant === null ? passwordSession(account, call) : grantSession(account.grant, call);
}
