import { fileTypeFromBuffer } from "file-type";

/** The MIME type by a file's first bytes; null if unknown. */
export async function detectType({ head }: { readonly head: Uint8Array }): Promise<string | null> {
  // The detector throws on a truncated header: the type is then unknown.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? null;
}
