import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Bot, Chat } from "./chats.ts";
import { type Fields, nested, parse, Whole } from "./fields.ts";
import { change, find, insert, list, type Stored } from "./model.ts";
import { refusal } from "./refusal.ts";

const KEPT_HOURS = 24;
const QUEUE_MAX = 20_000;
const LIMIT_MAX = 100;
const WAIT_SECONDS_MAX = 50;
const LOOK_AGAIN_MILLISECONDS = 100;
/** Not sent unless requested by name. */
const SPECIAL = ["chat_member", "message_reaction", "message_reaction_count"];

const Arguments = z.object({
  offset: Whole.default(0),
  limit: Whole.default(LIMIT_MAX),
  timeout: Whole.default(0),
  allowed_updates: nested(z.array(z.string())).optional(),
});

/** Long polls for a bot's updates in this process: a second one terminates the first. */
const waiting = new Map<string, AbortController>();

/** Queues an update for every bot in the chat except the one that caused it. */
export async function notify(
  world: SandboxWorld,
  chat: Chat,
  update: { readonly kind: string; readonly payload: Record<string, unknown>; readonly delaySeconds?: number; readonly causedBy?: string },
): Promise<void> {
  const members = await list(world, "member", { where: { chat_id: chat.id }, limit: LIMIT_MAX });
  for (const { bot_id, status } of members) {
    const bot = bot_id === update.causedBy || status === "left" || status === "kicked" ? null : await find(world, "bot", bot_id);
    if (bot === null || !isWanted(bot, update.kind)) continue;
    const visible_at = addSeconds(world.now(), update.delaySeconds ?? 0);
    await insert(world, "update", await world.objects.nextId(), { bot_id, kind: update.kind, payload: update.payload, visible_at });
  }
}

/** `getUpdates`: updates not yet confirmed by a higher offset, oldest first. */
export async function getUpdates(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const { offset, limit, timeout, allowed_updates } = parse(Arguments, fields);
  if (allowed_updates !== undefined) {
    await change(world, "bot", bot, { allowed_updates: allowed_updates.length === 0 ? null : allowed_updates });
  }
  const key = `${world.baseUrl} ${bot.id}`;
  waiting.get(key)?.abort();
  const own = new AbortController();
  waiting.set(key, own);
  try {
    const until = Date.now() + Math.min(Math.max(timeout, 0), WAIT_SECONDS_MAX) * 1000;
    for (;;) {
      const updates = await pending(world, bot, offset);
      if (own.signal.aborted) throw conflict();
      if (updates.length > 0 || Date.now() >= until) {
        return updates
          .slice(0, Math.min(Math.max(limit, 1), LIMIT_MAX))
          .map(({ id, kind, payload }) => ({ update_id: Number(id), [kind]: payload }));
      }
      await sleep(LOOK_AGAIN_MILLISECONDS, undefined, { signal: own.signal }).catch(() => {});
    }
  } finally {
    if (waiting.get(key) === own) waiting.delete(key);
  }
}

/** `getWebhookInfo`: nothing is sent anywhere here; it tells how many updates wait to be read. */
export async function getWebhookInfo(world: SandboxWorld, bot: Bot): Promise<unknown> {
  return { url: "", has_custom_certificate: false, pending_update_count: (await pending(world, bot, 0)).length };
}

/** Ends all long polls, so that a server can stop. */
export function stopWaiting(world: SandboxWorld): void {
  for (const [key, controller] of waiting) if (key.startsWith(`${world.baseUrl} `)) controller.abort();
}

async function pending(world: SandboxWorld, bot: Bot, offset: number): Promise<Stored<"update">[]> {
  const since = addSeconds(world.now(), -KEPT_HOURS * 3600);
  const all = (await list(world, "update", { where: { bot_id: bot.id }, limit: QUEUE_MAX })).toReversed();
  // A negative offset counts from the end and drops what is before it.
  const first = offset < 0 ? Number(all.at(offset)?.id ?? all[0]?.id ?? 0) : offset;
  const isKept = ({ id, createdAt }: Stored<"update">) => Number(id) >= first && createdAt > since;
  for (const update of all) if (!isKept(update)) await world.objects.delete("update", update.id);
  return all.filter((update) => isKept(update) && update.visible_at <= world.now());
}

function isWanted(bot: Bot, kind: string): boolean {
  return bot.allowed_updates === null ? !SPECIAL.includes(kind) : bot.allowed_updates.includes(kind);
}

function conflict(): Refusal {
  return refusal(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running");
}
