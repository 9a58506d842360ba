import type { SandboxFaults } from "../../sandbox/network.ts";

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
    if (kind === "revoked") return refusalOf(401, "Unauthorized");
    if (kind === "broken") return refusalOf(500, "Internal Server Error");
    return refusalOf(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  },
};

function refusalOf(status: number, description: string, parameters?: Record<string, number>) {
  return { status, body: { ok: false, error_code: status, description, ...(parameters === undefined ? {} : { parameters }) } };
}
