import { oneLine } from "../../connectors/reply.ts";
import { signsBy } from "../../connectors/signs.ts";
import type { Failure } from "./api.ts";

const MESSAGE_LENGTH_MAX = 200;
const FLOOD_RETRY_SECONDS_DEFAULT = 30;
const HARMLESS_RETRY_SECONDS = 30;

/** Marks a 400 that only the chat's owner can fix: the bot may not write there. */
const NO_RIGHTS =
  /not enough rights|need administrator rights|have no rights|CHAT_WRITE_FORBIDDEN|CHAT_ADMIN_REQUIRED|CHAT_RESTRICTED|TOPIC_CLOSED|not a member/i;

/**
 * By code and then by single words, since Telegram rewords its descriptions: https://github.com/tdlib/telegram-bot-api, `Client.cpp` and
 * `Query.cpp` of 10.0, read in May 2026.
 */
export const { stopAfter, troubleAfter } = signsBy({
  network: "Telegram",
  reasonOf: (failure: Failure) =>
    failure.kind === "unreached"
      ? `Telegram: the Bot API could not be reached: ${failure.reason}`
      : failure.kind === "lost"
        ? `Telegram: no valid response: ${failure.reason}`
        : reasonOf(failure),
  said: ({ description }: Extract<Failure, { kind: "refused" }>) => ({ isOwn: description !== null, words: description ?? "" }),
})({
  outage: { means: { kind: "unclear", seconds: HARMLESS_RETRY_SECONDS } },
  throttled: {
    // One second more, because the number is rounded down to whole seconds.
    means: { kind: "busy", seconds: ({ asked }) => (asked ?? FLOOD_RETRY_SECONDS_DEFAULT) + 1, scope: "channel" },
  },
  /** The nginx in front refuses anything above 50 MB with a page of its own. */
  "too large": { statuses: [413] },
  /** Old servers say so; a bare "Not Found" means that no bot has this token. */
  "no method": { statuses: [404], words: /method/i },
  "no rights": { statuses: [400], words: NO_RIGHTS, means: { kind: "unauthorized" } },
  "dead token": { statuses: [401, 403, 404], when: ({ description }) => description !== null, means: { kind: "unauthorized" } },
});

export function isChatNotFound(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status === 400 && /chat not found/i.test(failure.description ?? "");
}

/** The failure as a sentence for the user. Telegram's message is untrusted, so it is cut and cleaned. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `Telegram: ${failure.reason}`;
  const words = failure.description == null ? "" : oneLine(failure.description, MESSAGE_LENGTH_MAX);
  return words ? `Telegram: ${words} (status ${failure.status})` : `Telegram: the Bot API answered with status ${failure.status}`;
}
