import type { BroughtIn } from "@rostrum/contract/private/archives.ts";
import { sendFile } from "./send-file.ts";

/** Taking in a large brand lasts longer than sending it. */
const SILENCE_MILLISECONDS = 60 * 60_000;

/** Brings a brand from its archive into the person's account. Rejected with `NotTaken`: 409 if it was brought in before. */
export async function bringBrand(
  archive: File,
  { again, onSent, signal }: { readonly again: boolean; readonly onSent: (share: number) => void; readonly signal: AbortSignal },
): Promise<BroughtIn> {
  const path = `/app/api/brand-arrivals${again ? "?again=yes" : ""}`;
  // Browsers name the type of a file by its ending, which may be any.
  const body = archive.slice(0, archive.size, "application/zip");
  return (await sendFile({ path, body, silenceMilliseconds: SILENCE_MILLISECONDS, onSent, signal })) as BroughtIn;
}
