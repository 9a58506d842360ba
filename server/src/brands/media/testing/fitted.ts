import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../../ground/database/testing.ts";
import { apart } from "../../../ground/decoding/apart.ts";
import { PICTURES } from "../../../ground/decoding/lanes.ts";
import type { FittedImage, fitImage, ImageOrder } from "../images.ts";

const fitApart = apart<typeof fitImage>(PICTURES, import.meta, { file: "../images", name: "fitImage" });

export interface Fitted extends FittedImage {
  readonly bytes: Buffer;
}

/** A picture fitted by the service; a string if it killed its process. */
export async function fitted(bytes: Uint8Array, mime: string, wanted: ImageOrder): Promise<Fitted | null | "ended"> {
  await using folder = await temporaryFolder();
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")];
  await writeFile(from, bytes);
  const decoded = await fitApart({ from, to, mime, wanted });
  if (decoded.kind === "ended") return "ended";
  return decoded.value === null ? null : { ...decoded.value, bytes: await readFile(to) };
}
