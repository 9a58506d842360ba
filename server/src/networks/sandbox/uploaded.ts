import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apart } from "../../ground/decoding/apart.ts";
import { FILES } from "../../ground/decoding/lanes.ts";
import type { pictureIn, typeOf, VideoFacts, videoIn } from "./file-facts.ts";

const typeApart = apart<typeof typeOf>(FILES, import.meta, { file: "file-facts", name: "typeOf" });
const pictureApart = apart<typeof pictureIn>(FILES, import.meta, { file: "file-facts", name: "pictureIn" });
const videoApart = apart<typeof videoIn>(FILES, import.meta, { file: "file-facts", name: "videoIn" });

/** Enough bytes to determine a file's type. */
const HEAD_BYTES = 4100;

/** The MIME type of an upload, by its bytes. */
export async function mimeOf(bytes: Uint8Array): Promise<string> {
  const decoded = await typeApart({ head: bytes.subarray(0, HEAD_BYTES) });
  return decoded.kind === "decoded" ? decoded.value : "application/octet-stream";
}

/** Null if it cannot be read as a picture. */
export async function pictureOf(bytes: Uint8Array): Promise<{ width: number; height: number; pages: number } | null> {
  const decoded = await pictureApart({ bytes });
  return decoded.kind === "decoded" ? decoded.value : null;
}

/** Null if it cannot be read as a video. */
export function videoOf(bytes: Uint8Array): Promise<VideoFacts | null> {
  return videoInPieces([bytes]);
}

/** The same for a video that comes in pieces. Goes through a file: as a message, a large one would not fit into its decoder's memory. */
export async function videoInPieces(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<VideoFacts | null> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-sandbox-"));
  try {
    const path = join(folder, "video");
    await writeFile(path, pieces);
    const decoded = await videoApart({ path });
    return decoded.kind === "decoded" ? decoded.value : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
