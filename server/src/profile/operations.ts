import type { OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../app.ts";
import type { Viewer } from "../viewer.ts";

/** `/me` and `/auth`. */
export async function getProfile(_app: App, viewer: Viewer): Promise<OperationOutput<"getProfile">> {
  return { id: viewer.publicId, name: viewer.name, joinedAt: viewer.joinedAt, timezone: viewer.timezone };
}
