import type { Instant } from "@rostrum/contract/formats.ts";
import type { Queryable } from "../database/query.ts";
import { searchText } from "../published/rules.ts";
import type { Reason } from "./rules.ts";
import { settle } from "./settle.ts";
import { insertDelivery, insertPublication, type LeavingPost, listTargets, markLeaving, type TargetChannel } from "./store.ts";

export interface Departure {
  readonly post: LeavingPost;
  /** The slot that sends it; null for scheduled and immediate posts. */
  readonly slotId: number | null;
  readonly dueAt: Instant;
  readonly now: Instant;
}

/**
 * A post leaves: one transaction writes its frozen content and a delivery for each channel of its collection. From here on
 * the ledger alone says what happens to it.
 */
export async function depart(tx: Queryable, departure: Departure): Promise<void> {
  const { post, now } = departure;
  const publicationId = await insertPublication(tx, departure);
  await markLeaving(tx, { postId: post.id, dueAt: departure.dueAt, now });
  const targets = await listTargets(tx, post.collectionId);
  const entry = (channel: TargetChannel | null, state: EntryState) =>
    insertDelivery(tx, {
      publicationId,
      brandId: post.brandId,
      collectionId: post.collectionId,
      postId: post.id,
      parentId: null,
      channel,
      postType: post.content.type,
      body: post.content.text,
      searchText: searchText(post.content.text),
      now,
      ...state,
    });
  if (!targets.some(isActive)) {
    await entry(null, skipped("no_active_channel", targets.length === 0 ? "The collection has no channel." : "Every channel is inactive."));
  } else {
    for (const target of targets) {
      await entry(
        target,
        isActive(target) ? { status: "waiting", reason: null, message: null, nextAt: now } : skipped("channel_inactive", CHANNEL_INACTIVE),
      );
    }
  }
  await settle(tx, publicationId, now);
}

export const CHANNEL_INACTIVE = "channel is inactive";

interface EntryState {
  readonly status: "waiting" | "SKIPPED";
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly nextAt: Instant | null;
}

function skipped(reason: Reason, message: string): EntryState {
  return { status: "SKIPPED", reason, message, nextAt: null };
}

function isActive(channel: TargetChannel): boolean {
  return channel.status === "ACTIVE";
}
