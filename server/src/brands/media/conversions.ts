import type { Conversions } from "@rostrum/contract/outlines.ts";
import type { App } from "../../app.ts";
import { findFfmpeg } from "./ffmpeg.ts";

/** What this machine can do about files that a platform does not accept. */
export async function conversionsOf(app: Pick<App, "config">): Promise<Conversions> {
  return { convertsVideos: (await findFfmpeg(app.config.path)) !== null };
}
