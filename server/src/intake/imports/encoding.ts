/** The encodings that spreadsheets write tables in. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** How much of a file without a byte order mark is looked at to find out whether it is UTF-16. */
const SAMPLE_BYTES = 4096;

/**
 * The text of a file. A byte order mark says what it is; without one it is UTF-16 if about every second byte is zero, else UTF-8 if it
 * is valid, else Windows-1252, which Excel writes as “CSV”. The mark is left out.
 */
export function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== "utf-8") return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 5;
  if (odd > many && even < odd / 4) return "utf-16le";
  if (even > many && odd < even / 4) return "utf-16be";
  return "utf-8";
}
