import { type Converted, convert } from "../parts/convert/convert.ts";
import { words } from "../parts/convert/words.ts";
import { NotTaken, sendFile } from "./send-file.ts";
import { tooLarge } from "./upload-limit.ts";

/** Without a word from the service for this long, an upload has failed. */
const SILENCE_MILLISECONDS = 10 * 60_000;

/** What became of a file: its id, and in which form it was sent. */
export interface Uploaded {
  readonly id: string;
  readonly sent: Converted;
}

/**
 * Uploads a file to the brand's media, made into a form that networks take where it is in another one, and tells how much of it has been
 * sent, from 0 to 1. Rejected with a sentence for people.
 */
export async function uploadFile(
  brandId: number,
  given: File,
  { onSent, signal }: { readonly onSent: (share: number) => void; readonly signal: AbortSignal },
): Promise<Uploaded> {
  const sent = await convert(given).catch(() => {
    throw new Error(words.unreadable({ name: given.name }));
  });
  const { file } = sent;
  const problem = tooLarge(file.size);
  if (problem !== null) throw new Error(problem);
  const form = new FormData();
  form.set("media", file, file.name);
  const path = `/app/api/v1/brands/${brandId}/media`;
  const data = await sendFile({ path, body: form, silenceMilliseconds: SILENCE_MILLISECONDS, onSent, signal }).catch((error: unknown) => {
    if (error instanceof NotTaken) throw new NotTaken(error.message.replace(/^The media field\b/, "The file"), error.status);
    throw error;
  });
  return { id: (data as { readonly id: string }).id, sent };
}
