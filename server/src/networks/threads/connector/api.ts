import type { AccountGrant, Call } from "../../connectors/connector.ts";
import { askGraph, type GraphReply, type GraphRequest } from "../../connectors/meta/graph.ts";
import { storedToken } from "./credentials.ts";

/** The only version that Threads' pages name. */
const VERSION = "v1.0";

/** The places of the API. Tokens belong to one profile, so `me` stands for its id. */
export const HOSTS = { api: "https://graph.threads.net", www: "https://threads.net" } as const;

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host" | "apiVersion">;

/** Threads' API, as one profile. */
export interface Server {
  /** With the version, without a trailing slash. */
  readonly base: string;
  readonly token: string;
  readonly reach: Reach;
}

export interface Request extends Pick<GraphRequest, "fields" | "timeoutSeconds"> {
  readonly method: "GET" | "POST";
  /** From the leading slash, without a query. */
  readonly path: string;
}

export function serverFor(token: string, reach: Reach): Server {
  return { base: `${reach.host("api")}/${reach.apiVersion ?? VERSION}`, token, reach };
}

export function serverOf({ grant }: { readonly grant: Pick<AccountGrant, "credentials"> | null }, call: Reach): Server {
  if (grant === null) throw new Error("A Threads channel has no grant.");
  return serverFor(storedToken(grant.credentials).accessToken, call);
}

export function ask({ base, token, reach }: Server, { path, ...request }: Request): Promise<GraphReply> {
  return askGraph(reach, { ...request, url: base + path, token });
}
