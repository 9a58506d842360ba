import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";

/** Why a file of this size is not even sent; null if it can be. */
export function tooLarge(bytes: number): string | null {
  return bytes > UPLOAD_BYTES_MAX ? "It is larger than 100 MB, which is the most a file may have." : null;
}
