import type { Server } from "../../connectors/api.ts";
import { askGraph, type GraphReply, type GraphRequest } from "../../connectors/meta/graph.ts";

/** The only version that Threads' pages name. */
const VERSION = "v1.0";

/** The places of the API. Tokens belong to one profile, so `me` stands for its id. */
export const HOSTS = { api: "https://graph.threads.net", www: "https://threads.net" } as const;

export interface Request extends Pick<GraphRequest, "fields" | "timeoutSeconds"> {
  readonly method: "GET" | "POST";
  /** From the leading slash, without a query. */
  readonly path: string;
}

export function ask({ token, reach }: Server, { path, ...request }: Request): Promise<GraphReply> {
  return askGraph(reach, { ...request, url: `${reach.host("api")}/${reach.apiVersion ?? VERSION}${path}`, token });
}
