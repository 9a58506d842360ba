import type { Server } from "../../connectors/api.ts";
import { askGoogle, type GoogleReply, type GoogleRequest } from "../../connectors/google/api.ts";

/** The newest version that has posts: https://developers.google.com/my-business/reference/rest (2026-05). */
const VERSION = "v4";

export type Request = Pick<GoogleRequest, "method" | "query" | "body" | "timeoutSeconds"> & {
  /** From the leading slash. */
  readonly path: string;
};

/** A request about posts and photos. */
export function ask(server: Server, { path, ...request }: Request): Promise<GoogleReply> {
  const { reach } = server;
  return askGoogle(server, { ...request, url: `${reach.host("api")}/${reach.apiVersion ?? VERSION}${path}` });
}
