import { open } from "node:fs/promises";

/** Few turns of the event loop, each under a millisecond. */
const PIECE_BYTES = 256 * 1024;

/** Reads a file in chunks through a single buffer: a stream would allocate a new one for each. */
export async function readThrough(path: string, take: (piece: Buffer) => void): Promise<void> {
  await using file = await open(path, "r");
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, null);
    if (bytesRead === 0) return;
    take(buffer.subarray(0, bytesRead));
  }
}
