import type { SandboxFaults } from "../../sandbox/network.ts";
import { said, tooMany } from "./refusal.ts";

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
