import { tokenHeader } from "./client.ts";
import { tooLarge } from "./upload-limit.ts";

/** Without a word from the service for this long, an upload has failed. */
const SILENCE_MILLISECONDS = 10 * 60_000;

/**
 * Uploads a file to the brand's media and tells how much of it has been sent, from 0 to 1, which `fetch` cannot. Rejected with a
 * sentence for people.
 */
export function uploadFile(
  brandId: number,
  file: File,
  { onSent, signal }: { readonly onSent: (share: number) => void; readonly signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const problem = tooLarge(file.size);
    if (problem !== null) return reject(new Error(problem));
    const request = new XMLHttpRequest();
    const fail = (sentence: string) => reject(new Error(sentence));
    request.open("POST", `/app/api/v1/brands/${brandId}/media`);
    for (const [name, value] of Object.entries(tokenHeader())) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.timeout = SILENCE_MILLISECONDS;
    request.upload.addEventListener("progress", ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => {
      const id = request.response?.data?.id;
      if (request.status === 201 && typeof id === "string") resolve(id);
      else fail(sentenceOf(request.response) ?? `The service answered with status ${request.status}. Try again.`);
    });
    request.addEventListener("error", () => fail("The service could not be reached. Check the connection, then try again."));
    request.addEventListener("timeout", () => fail("The upload took too long. Try again."));
    request.addEventListener("abort", () => fail("The upload was cancelled."));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.set("media", file, file.name);
    request.send(form);
  });
}

/** The first reason of a refusal, in the form of all replies. */
function sentenceOf(reply: unknown): string | null {
  if (typeof reply !== "object" || reply === null) return null;
  const { message, errors } = reply as { readonly message?: unknown; readonly errors?: unknown };
  const [first] = Object.values(typeof errors === "object" && errors !== null ? errors : {}).flat();
  const sentence = [first, message].find((text) => typeof text === "string");
  return sentence?.replace(/^The media field\b/, "The file") ?? null;
}
