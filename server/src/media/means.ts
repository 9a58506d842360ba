import type { Means } from "@rostrum/contract/preflight.ts";
import type { App } from "../app.ts";
import { findFfmpeg } from "./ffmpeg.ts";

/** What this machine can do about files that do not fit a platform. */
export async function meansOf(app: Pick<App, "config">): Promise<Means> {
  return { convertsVideos: (await findFfmpeg(app.config.path)) !== null };
}
