import sharp from "sharp";
import { aVideoFile } from "../../../../testing/videos.ts";
import type { OutgoingMedia } from "../../../connectors/connector.ts";
import { aFile } from "../../../connectors/testing/posts.ts";

/** Four seconds; in a frame go as many bytes as are asked for. */
export async function aVideo(frameBytes = 40): Promise<OutgoingMedia> {
  const bytes = await aVideoFile({ frameBytes });
  return { ...aFile(bytes, { name: "oven.mp4", mime: "video/mp4" }), durationSeconds: 4 };
}

/** Two frames. */
export async function aGif(): Promise<OutgoingMedia> {
  const frames = Buffer.concat([Buffer.alloc(64 * 48 * 3, 0), Buffer.alloc(64 * 48 * 3, 200)]);
  const bytes = await sharp(frames, { raw: { width: 64, height: 96, channels: 3, pageHeight: 48 } })
    .gif()
    .toBuffer();
  return aFile(bytes, { name: "oven.gif", mime: "image/gif" });
}
