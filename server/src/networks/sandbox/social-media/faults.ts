import { z } from "zod";
import { parsedJson } from "../kit/requests.ts";
import type { SandboxFaults } from "../network.ts";

const Event = z.object({ event: z.string() });

/** A receiver as in `docs/webhook-channel.md`, where 410 corresponds to a platform's rejected token. */
export const socialMediaFaults: SandboxFaults = {
  supports: ["ignore-keys"],
  purpose({ method, path, body }) {
    if (method !== "POST" || !path.startsWith("/hooks/")) return null;
    return ["post", "comment"].includes(eventOf(body)) ? "post" : "other";
  },
  refusal(kind) {
    if (kind === "rate") return { status: 429, body: { error: "Too many requests" } };
    if (kind === "broken") return { status: 500, body: { error: "Internal error" } };
    if (kind === "revoked") return { status: 410, body: { error: "This hook is gone" } };
    if (kind === "unread") return null;
    return { status: 409, body: { error: "This has already been posted" } };
  },
};

/** The network reads bodies as text. */
function eventOf(body: unknown): string {
  return Event.safeParse(parsedJson(String(body))).data?.event ?? "";
}
