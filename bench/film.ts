import { aVideoFile, type VideoWish } from "../server/src/testing/videos.ts";

/** A video with its index at the very end, as cameras write them, padded to the size in between. */
export async function aFilm(bytes: number, wish: Partial<VideoWish> = {}): Promise<Buffer> {
  const film = await aVideoFile({ index: "end", seconds: 60, frameBytes: 2000, ...wish });
  const index = film.lastIndexOf("moov") - 4;
  const filler = Buffer.alloc(bytes - film.length);
  filler.writeUInt32BE(filler.length);
  filler.write("free", 4);
  return Buffer.concat([film.subarray(0, index), filler, film.subarray(index)]);
}
