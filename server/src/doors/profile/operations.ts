import type { OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../../app.ts";
import type { Viewer } from "../../ground/viewer.ts";
import { presentViewer } from "../../people/users/present.ts";

/** `/me` and `/auth`. */
export async function getProfile(_app: App, viewer: Viewer): Promise<OperationOutput<"getProfile">> {
  return presentViewer(viewer);
}
