import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { IMPORT_BYTES_MAX } from "@rostrum/contract/private/imports.ts";
import { Failure, REFUSED, USAGE } from "./failure.ts";
import type { Input } from "./input.ts";

/** The table that a command names, checked before anything is sent. */
export async function tableFor(input: Input): Promise<{ readonly file: Blob; readonly fileName: string }> {
  const path = String(input.file);
  const file = await openAsBlob(path).catch((error: Error) => {
    throw new Failure(USAGE, `--file: ${path} cannot be read (${error.message}).`);
  });
  if (file.size > IMPORT_BYTES_MAX) {
    throw new Failure(REFUSED, `${basename(path)} has ${file.size} bytes; a table may have at most ${IMPORT_BYTES_MAX}.`);
  }
  return { file, fileName: typeof input.fileName === "string" ? input.fileName : basename(path) };
}
