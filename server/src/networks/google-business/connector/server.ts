import type { Account, Call } from "../../connectors/connector.ts";
import { askGoogle, type GoogleReply, type GoogleRequest, type GoogleServer } from "../../connectors/google/api.ts";
import { tokenOf } from "../../connectors/google/tokens.ts";

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host" | "apiVersion">;

/** Google's APIs for business profiles, as one person. */
export type Server = GoogleServer<Reach>;

/** The newest version that has posts: https://developers.google.com/my-business/reference/rest (2026-05). */
const VERSION = "v4";

export type Request = Pick<GoogleRequest, "method" | "query" | "body" | "timeoutSeconds"> & {
  /** From the leading slash. */
  readonly path: string;
};

export function serverOf({ grant }: Pick<Account, "grant">, reach: Reach): Server {
  return { token: tokenOf(grant), reach };
}

/** A request about posts and photos. */
export function ask(server: Server, { path, ...request }: Request): Promise<GoogleReply> {
  const { reach } = server;
  return askGoogle(server, { ...request, url: `${reach.host("api")}/${reach.apiVersion ?? VERSION}${path}` });
}
