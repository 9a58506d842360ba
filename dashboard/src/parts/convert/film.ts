import { BufferTarget, CanvasSource, canEncodeVideo, Mp4OutputFormat, Output, Quality } from "mediabunny";
import { stemOf } from "../stem-of.ts";

/** Networks take no shorter videos; a picture that moves plays again from its start anyway. */
const SECONDS_MIN = 3;
/** Networks want 23 to 60, whatever changes between them. */
const FRAMES_PER_SECOND = 30;
/** What browsers make of pictures that say no time, or one that nobody could see. */
const USUAL_SECONDS = 0.1;
const SECONDS_OF_FRAME_MIN = 0.011;
/** More would keep the page busy for minutes. */
const PIXELS_MAX = 1_500_000_000;
const BACKGROUND = "#fff";
const QUALITY = new Quality("high");

/**
 * Makes an MP4 of a picture that moves, with the video codec that every network takes. Null where this browser cannot, or where the picture
 * is too long for it.
 */
export async function filmOf(bytes: Uint8Array<ArrayBuffer>, type: string, name: string): Promise<File | null> {
  if (!("ImageDecoder" in globalThis) || !(await ImageDecoder.isTypeSupported(type))) return null;
  const decoder = new ImageDecoder({ data: bytes, type });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const track = decoder.tracks.selectedTrack;
    if (track === null || track.frameCount < 2) return null;
    const { image } = await decoder.decode({ frameIndex: 0 });
    // The codec wants an even number of pixels.
    const [width, height] = [image.displayWidth, image.displayHeight].map((side) => Math.max(2, side - (side % 2))) as [number, number];
    image.close();
    if (width * height * track.frameCount > PIXELS_MAX) return null;
    if (!(await canEncodeVideo("avc", { width, height, quality: QUALITY }))) return null;
    const buffer = await encoded(decoder, { width, height, count: track.frameCount, repeats: track.repetitionCount > 0 });
    return buffer === null ? null : new File([buffer], `${stemOf(name)}.mp4`, { type: "video/mp4" });
  } finally {
    decoder.close();
  }
}

interface Encoding {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Whether it begins again at its end; otherwise its last picture stays. */
  readonly repeats: boolean;
}

async function encoded(decoder: ImageDecoder, { width, height, count, repeats }: Encoding): Promise<ArrayBuffer | null> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) return null;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new CanvasSource(canvas, { codec: "avc", quality: QUALITY });
  output.addVideoTrack(source);
  await output.start();
  let [at, written] = [0, 0];
  /** What the canvas shows, until the next picture's turn. */
  const hold = async (until: number) => {
    for (; written / FRAMES_PER_SECOND < until; written += 1) await source.add(written / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
  };
  do {
    for (let index = 0; index < count; index += 1) {
      const { image } = await decoder.decode({ frameIndex: index });
      const told = (image.duration ?? 0) / 1_000_000;
      context.fillStyle = BACKGROUND;
      context.fillRect(0, 0, width, height);
      context.drawImage(image, 0, 0, width, height);
      image.close();
      at += told < SECONDS_OF_FRAME_MIN ? USUAL_SECONDS : told;
      await hold(at);
    }
  } while (repeats && at < SECONDS_MIN);
  await hold(SECONDS_MIN);
  await output.finalize();
  return target.buffer;
}
