import {
  ArchivedAttempt,
  ArchivedAutomation,
  ArchivedChannel,
  ArchivedCollection,
  ArchivedCollectionChannel,
  ArchivedDeletion,
  ArchivedDelivery,
  ArchivedFeedItem,
  ArchivedMedium,
  ArchivedPost,
  ArchivedPostPreferences,
  ArchivedPublication,
  ArchivedReading,
  ArchivedRun,
  ArchivedSettlement,
  ArchivedSlot,
  type ArchiveNoun,
} from "@rostrum/contract/archive.ts";
import type { z } from "zod";
import { ofLedger } from "../../ground/database/ledger.ts";
import { ENDING_OF } from "./endings.ts";

/** Where the lines of a file in an archive come from. Columns have the names of the fields, in snake_case. */
export interface Noun {
  readonly schema: z.ZodObject;
  readonly table: string;
  /** Which rows, called `t`, belong to the brand `$1`. */
  readonly own: string;
  /** Lines are sorted by what identifies them: a reference is always to a line before, and a second one is seen. */
  readonly order: string;
  /** Fields that are not a column of their own. */
  readonly other?: Readonly<Record<string, string>>;
}

const OF_BRAND = "t.brand_id = $1";
const ofCollection = "t.collection_id in (select id from collections where brand_id = $1)";
const ofAutomation = "t.automation_id in (select id from automations where brand_id = $1)";
const ofPost = "t.post_id in (select id from posts where brand_id = $1)";
const ofDelivery = `t.delivery_id in (select d.id from deliveries d where ${ofLedger("d", "$1")})`;
const byId = { own: OF_BRAND, order: "t.id" };

const ending = `case t.mime ${Object.entries(ENDING_OF)
  .map(([mime, name]) => `when '${mime}' then '${name}'`)
  .join(" ")} end`;

/** What an attempt keeps that is sealed for this installation is of no use to another one. */
const unsealed = `(select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(t.checkpoints) c
  where not (jsonb_typeof(c.value) = 'object' and c.value ? 'sealed'))`;

export const NOUNS: Readonly<Record<ArchiveNoun, Noun>> = {
  channels: { schema: ArchivedChannel, table: "channels", ...byId },
  collections: { schema: ArchivedCollection, table: "collections", ...byId },
  "collection-channels": {
    schema: ArchivedCollectionChannel,
    table: "collection_channels",
    own: ofCollection,
    order: "t.collection_id, t.channel_id",
  },
  slots: { schema: ArchivedSlot, table: "slots", ...byId },
  media: {
    schema: ArchivedMedium,
    table: "media",
    own: OF_BRAND,
    order: "t.number",
    other: { file: `'media/' || t.id || '.' || ${ending}` },
  },
  automations: { schema: ArchivedAutomation, table: "automations", ...byId },
  "feed-items": { schema: ArchivedFeedItem, table: "feed_items", own: ofAutomation, order: 't.automation_id, t.key collate "C"' },
  "automation-runs": { schema: ArchivedRun, table: "automation_runs", own: ofAutomation, order: "t.automation_id, t.ended_at" },
  posts: { schema: ArchivedPost, table: "posts", ...byId },
  "post-preferences": { schema: ArchivedPostPreferences, table: "post_preferences", own: ofPost, order: "t.post_id, t.channel_id" },
  "deleted-posts": { schema: ArchivedDeletion, table: "deleted_posts", own: OF_BRAND, order: "t.post_id" },
  publications: { schema: ArchivedPublication, table: "publications", ...byId },
  deliveries: {
    schema: ArchivedDelivery,
    table: "deliveries",
    own: ofLedger("t", "$1"),
    order: "t.id",
    other: { status: "case when t.lease_until is null then t.status else 'publishing' end", checkpoints: unsealed },
  },
  attempts: {
    schema: ArchivedAttempt,
    table: "attempts",
    own: ofDelivery,
    order: "t.delivery_id, t.number",
    other: { calls: "(select d.calls from attempt_details d where d.attempt_id = t.id and d.started_at = t.started_at)" },
  },
  settlements: { schema: ArchivedSettlement, table: "settlements", own: ofDelivery, order: "t.id" },
  "count-readings": { schema: ArchivedReading, table: "count_readings", own: OF_BRAND, order: "t.delivery_id, t.read_at" },
};
