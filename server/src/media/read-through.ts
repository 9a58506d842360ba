import { open } from "node:fs/promises";

/** Few turns of the loop, and requests in between wait for less than a millisecond. */
const PIECE_BYTES = 256 * 1024;

/** All bytes of a file in pieces, through one buffer: a stream makes a new one for each, and leaves them to be collected. */
export async function readThrough(path: string, take: (piece: Buffer) => void): Promise<void> {
  await using file = await open(path, "r");
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, null);
    if (bytesRead === 0) return;
    take(buffer.subarray(0, bytesRead));
  }
}
