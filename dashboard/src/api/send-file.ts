import { words } from "../parts/words.ts";
import { tokenHeader } from "./client.ts";

export interface FileToSend {
  readonly path: string;
  readonly body: FormData | Blob;
  /** Without a word from the service for this long, it has failed. */
  readonly silenceMilliseconds: number;
  /** Told how much has been sent, from 0 to 1, which `fetch` cannot. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The service did not take it, with a sentence for people. */
export class NotTaken extends Error {
  override readonly name = "NotTaken";
  /** Null if there was no reply. */
  readonly status: number | null;

  constructor(sentence: string, status: number | null = null) {
    super(sentence);
    this.status = status;
  }
}

/** Posts a file and returns the reply's data. Rejected with `NotTaken`. */
export function sendFile({ path, body, silenceMilliseconds, onSent, signal }: FileToSend): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (sentence: string, status: number | null = null) => reject(new NotTaken(sentence, status));
    request.open("POST", path);
    for (const [name, value] of Object.entries(tokenHeader())) request.setRequestHeader(name, value);
    request.responseType = "json";
    // Its own time-out counts from the beginning, however much is arriving.
    let silence: ReturnType<typeof setTimeout> | undefined;
    let wasSilent = false;
    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        wasSilent = true;
        request.abort();
      }, silenceMilliseconds);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      hear();
      onSent(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener("load", () => {
      const { status, response } = request;
      if (status >= 200 && status < 300 && response !== null) resolve(response.data);
      else fail(sentenceOf(response) ?? words.upload.refused({ status }), status);
    });
    request.addEventListener("error", () => fail(words.upload.unreachable));
    request.addEventListener("abort", () => fail(wasSilent ? words.upload.stuck : words.upload.cancelled));
    request.addEventListener("loadend", () => clearTimeout(silence));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    hear();
    request.send(body);
  });
}

/** The first reason of a refusal, in the form of all replies. */
function sentenceOf(reply: unknown): string | null {
  if (typeof reply !== "object" || reply === null) return null;
  const { message, errors } = reply as { readonly message?: unknown; readonly errors?: unknown };
  const [first] = Object.values(typeof errors === "object" && errors !== null ? errors : {}).flat();
  return [first, message].find((text) => typeof text === "string") ?? null;
}
