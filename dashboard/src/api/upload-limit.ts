import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { words } from "../parts/words.ts";

/** Why a file of this size is not even sent; null if it can be. */
export function tooLarge(bytes: number): string | null {
  return bytes > UPLOAD_BYTES_MAX ? words.upload.tooLarge : null;
}
