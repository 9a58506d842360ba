import { fileTypeFromBuffer } from "file-type";

/** The MIME type that the first bytes of a file tell; null for none that is known. */
export async function detectType({ head }: { readonly head: Uint8Array }): Promise<string | null> {
  // A header that ends too early makes the detector throw: then the content is of no known type.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? null;
}
