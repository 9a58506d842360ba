import type { Json } from "../../connectors/json.ts";
import { ENTRYWAY, serverAddress } from "./addresses.ts";
import { textAt } from "./json.ts";

/** What the user gives: `{"service","identifier","appPassword"}`. */
export interface SignIn {
  /** Entryway or own server, without a trailing slash. */
  readonly service: string;
  /** Handle, DID or e-mail address. */
  readonly identifier: string;
  readonly appPassword: string;
}

/** What is stored: the sign-in and its session. */
export interface Credentials extends SignIn {
  readonly did: string;
  /** The server that holds the account, from its DID document. */
  readonly pds: string;
  /** Valid for 2 hours. */
  readonly accessJwt: string;
  /** Valid for 90 days. */
  readonly refreshJwt: string;
}

/** Reads a credentials file; `override` replaces the platform's address and need not be https. */
export function readSignIn(given: unknown, override: string | null): SignIn | { readonly problem: string } {
  const identifier = textAt(given, "identifier")?.trim().replace(/^@/, "") ?? "";
  const appPassword = textAt(given, "appPassword")?.trim() ?? "";
  const service = serverAddress(textAt(given, "service")?.trim() || ENTRYWAY);
  if (identifier === "") return { problem: "identifier is missing: the handle, DID or e-mail address of the account." };
  if (appPassword === "") return { problem: "appPassword is missing: make one in Bluesky under Settings, App passwords." };
  if (override !== null) return { service: override, identifier, appPassword };
  if (service === null) return { problem: "service must be the https address of the account's server, such as https://bsky.social." };
  return { service, identifier, appPassword };
}

/** Reads stored credentials; missing tokens are empty and lead to a new session. */
export function readCredentials(stored: Json): Credentials {
  const service = textAt(stored, "service") ?? ENTRYWAY;
  return {
    service,
    identifier: textAt(stored, "identifier") ?? "",
    appPassword: textAt(stored, "appPassword") ?? "",
    did: textAt(stored, "did") ?? "",
    pds: textAt(stored, "pds") ?? service,
    accessJwt: textAt(stored, "accessJwt") ?? "",
    refreshJwt: textAt(stored, "refreshJwt") ?? "",
  };
}
