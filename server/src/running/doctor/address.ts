import type { AddressReply } from "./rules.ts";

const SECONDS_MAX = 5;
const REPLY_LENGTH_MAX = 1000;

/** What answers at the operator's own public address. Redirects are not followed, and little is read. */
export async function askAddress(publicUrl: string): Promise<AddressReply> {
  try {
    const response = await fetch(`${publicUrl}/healthz`, { redirect: "manual", signal: AbortSignal.timeout(SECONDS_MAX * 1000) });
    const isItself = response.status === 200 && (await beginningOf(response)).includes('"status":"ok"');
    return isItself ? { kind: "itself" } : { kind: "other", status: response.status };
  } catch (error) {
    return { kind: "none", reason: reasonOf(error) };
  }
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length >= REPLY_LENGTH_MAX) break;
  }
  return text;
}

/** `fetch` hides what happened in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${SECONDS_MAX} s`;
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
