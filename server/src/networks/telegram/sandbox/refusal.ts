import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults, SandboxRefusal } from "../../sandbox/network.ts";

interface Hints {
  readonly retry_after?: number;
  readonly migrate_to_chat_id?: number;
}

/** What a request is refused with, in the Bot API's form. */
export function said(error_code: number, description: string, parameters?: Hints): SandboxRefusal {
  const wait = parameters?.retry_after;
  return {
    status: error_code,
    headers: wait === undefined ? {} : { "retry-after": String(wait) },
    body: { ok: false, error_code, description, ...(parameters === undefined ? {} : { parameters }) },
  };
}

export const refusal = (...facts: Parameters<typeof said>) => new Refusal(said(...facts));
export const badRequest = (words: string) => refusal(400, `Bad Request: ${words}`);
export const tooMany = (seconds: number) => refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });

/** Any other error gets the 500 that a real server sends. */
export const ANSWERS = {
  nowhere: () => said(404, "Not Found"),
  failed: (status: number) =>
    said(status, status === 413 ? "Request Entity Too Large" : status >= 500 ? "Internal Server Error" : "Bad Request"),
};

/** Telegram accepts the same text twice, and files come with their message: it has no duplicate refusal and no processing. */
export const telegramFaults: SandboxFaults = {
  supports: [],
  purpose({ path }) {
    const [, method] = /^\/bot\d+:[\w-]+\/(\w+)$/.exec(path) ?? [];
    if (method === undefined) return null;
    return /^send/i.test(method) ? "post" : "other";
  },
  refusal(kind, { seconds }) {
    if (kind === "duplicate" || kind === "unread") return null;
    if (kind === "revoked") return said(401, "Unauthorized");
    if (kind === "broken") return said(500, "Internal Server Error");
    return tooMany(seconds).answer;
  },
};
