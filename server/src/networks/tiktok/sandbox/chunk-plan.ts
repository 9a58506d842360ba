/**
 * How a file is announced that comes in ranges. https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11).
 * The page says MB and not whether these have 10^6 bytes or 2^20: each bound here is the narrower of the two.
 */
const CHUNK_BYTES_MIN = 5 * 1024 * 1024;
const CHUNK_BYTES_MAX = 64_000_000;
const LAST_CHUNK_BYTES_MAX = 128_000_000;
const CHUNKS_MAX = 1000;
const VIDEO_BYTES_MAX = 4_000_000_000;

export interface ChunkPlan {
  readonly size: number;
  readonly chunkSize: number;
  readonly count: number;
}

/** What TikTok refuses the plan with; null if it takes it. */
export function planMistake({ size, chunkSize, count }: ChunkPlan): string | null {
  if (size > VIDEO_BYTES_MAX) return "The video size is invalid";
  if (count > CHUNKS_MAX) return "The total chunk count is invalid";
  // A single chunk of another size has been refused since August 2026, although dividing and rounding down gives 1:
  // https://github.com/DayMoonDevelopment/post-for-me/issues/327
  if (count === 1 || size < CHUNK_BYTES_MIN) {
    return count === 1 && chunkSize === size && size <= CHUNK_BYTES_MAX ? null : "The chunk size is invalid";
  }
  if (chunkSize < CHUNK_BYTES_MIN || chunkSize > CHUNK_BYTES_MAX) return "The chunk size is invalid";
  if (count !== Math.floor(size / chunkSize)) return "The total chunk count is invalid";
  return size - (count - 1) * chunkSize > LAST_CHUNK_BYTES_MAX ? "The chunk size is invalid" : null;
}

/** The bytes of the chunk that begins here; null if none does. The last one takes what remains. */
export function chunkBytesAt({ size, chunkSize, count }: ChunkPlan, offset: number): number | null {
  const index = offset / chunkSize;
  if (!Number.isInteger(index) || index >= count) return null;
  return index === count - 1 ? size - offset : chunkSize;
}
