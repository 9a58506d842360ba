import type { OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../app.ts";
import { presentViewer } from "../users/present.ts";
import type { Viewer } from "../viewer.ts";

/** `/me` and `/auth`. */
export async function getProfile(_app: App, viewer: Viewer): Promise<OperationOutput<"getProfile">> {
  return presentViewer(viewer);
}
