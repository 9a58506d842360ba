import { fileTypeFromBuffer } from "file-type";
import { ALL_FORMATS, FilePathSource, Input } from "mediabunny";
import sharp from "sharp";

/** The MIME type of an upload by its first bytes; `application/octet-stream` if unknown. */
export async function typeOf({ head }: { readonly head: Uint8Array }): Promise<string> {
  return (await fileTypeFromBuffer(head))?.mime.replace("video/x-m4v", "video/mp4") ?? "application/octet-stream";
}

/** A picture's size and number of frames; null if it is not a picture. */
export async function pictureIn({
  bytes,
}: {
  readonly bytes: Uint8Array;
}): Promise<{ width: number; height: number; pages: number } | null> {
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return found === null ? null : { width: found.width, height: found.height, pages: found.pages ?? 1 };
}

export interface VideoFacts {
  /** As displayed, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Null if it has no pictures to count. */
  readonly framesPerSecond: number | null;
}

/** Frames used to determine the frame rate. */
const FRAMES_LOOKED_AT = 256;

/** A video's measures; null if it is not a video, or its tables cannot be read. */
export async function videoIn({ path }: { readonly path: string }): Promise<VideoFacts | null> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const read = async () => {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return null;
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    const rate = (await track.computeFrameRateMetrics({ targetPacketCount: FRAMES_LOOKED_AT })).bestGuessFrameRate;
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    return { width, height, seconds, framesPerSecond: Number.isFinite(rate) && rate > 0 ? rate : null };
  };
  // Awaited here: `using` closes the input when the function returns.
  return await read().catch(() => null);
}
