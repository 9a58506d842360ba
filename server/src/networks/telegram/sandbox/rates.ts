import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Chat } from "./chats.ts";
import { tooMany } from "./refusal.ts";
import { settingsOf } from "./settings.ts";

const WINDOW_MILLISECONDS = 60_000;
/** When messages were sent, by chat. Kept in this process. */
const sent = new Map<string, number[]>();

/** Counts the chat's messages of the last minute; an album counts each of its items. */
export async function countMessages(world: SandboxWorld, chat: Chat, count: number): Promise<void> {
  const limit = (await settingsOf(world)).messages_per_minute_in_chat;
  const key = `${world.baseUrl} ${chat.id}`;
  const now = toEpochMilliseconds(world.now());
  const recent = (sent.get(key) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
  sent.set(key, recent);
  if (recent.length + count > limit) {
    const opensAt = (recent[recent.length + count - limit - 1] ?? now) + WINDOW_MILLISECONDS;
    throw tooMany(Math.max(1, Math.ceil((opensAt - now) / 1000)));
  }
  recent.push(...Array.from({ length: count }, () => now));
}
