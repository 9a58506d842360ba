import type { Result } from "@rostrum/contract/private/published.ts";
import { words } from "./words.ts";

/** `Mastodon · Blog`. */
export function channelText({ channel: { type, name } }: Pick<Result, "channel">): string {
  if (type === null) return name ?? words.noChannel;
  return name === null || name.startsWith(type) ? (name ?? type) : `${type} · ${name}`;
}

/** Why it is in its state, or what is remarkable about how it looks; null where nothing has to be said. */
export function sentenceOf({ state, message, meaning }: Pick<Result, "state" | "message" | "meaning">): string | null {
  if (message !== null) return asSentence(message);
  return state === "PUBLISHED" || meaning === null ? null : asSentence(meaning);
}

/** Messages are quoted from anywhere, some without a capital or a full stop. */
function asSentence(text: string): string {
  const begun = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
