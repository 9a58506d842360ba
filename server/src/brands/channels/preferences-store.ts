import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { AccountPreferences, PreferenceValues } from "@rostrum/contract/preferences.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";

/** The parts of a channel's row that its preferences are in. */
export interface PreferringChannel {
  readonly type: ChannelType;
  /** What was chosen for it. */
  readonly preferences: PreferenceValues;
  /** How its account differs from what its connector declares. */
  readonly accountPreferences: AccountPreferences;
}

const COLUMNS = `type, preferences, account_preferences "accountPreferences"`;

/** What the preferences of a channel that is or was connected are made of; null if there is no such channel. */
export async function findPreferring(db: Queryable, channelId: number): Promise<PreferringChannel | null> {
  return maybeOne<PreferringChannel>(db, {
    text: `select ${COLUMNS} from channels where id = $1 and status in ('ACTIVE', 'INACTIVE')`,
    values: [channelId],
  });
}

/** The same of a collection's channels, with what else decides what they take. */
export async function listPreferringIn(
  db: Queryable,
  collectionId: number,
): Promise<(PreferringChannel & { readonly id: number; readonly name: string; readonly sandbox: boolean; readonly settings: Json })[]> {
  return query(db, {
    text: `select id, name, ${COLUMNS}, sandbox, settings from channels h join collection_channels c on c.channel_id = h.id
           where c.collection_id = $1 and h.status in ('ACTIVE', 'INACTIVE') order by h.id`,
    values: [collectionId],
  });
}

/** The same, locked until the transaction ends, with what it is called and whose it is. */
export async function lockPreferring(
  tx: Queryable,
  channelId: number,
): Promise<(PreferringChannel & { readonly brandId: number; readonly name: string }) | null> {
  return maybeOne<PreferringChannel & { brandId: number; name: string }>(tx, {
    text: `select ${COLUMNS}, brand_id "brandId", name from channels where id = $1 and status in ('ACTIVE', 'INACTIVE') for update`,
    values: [channelId],
  });
}

export async function storePreferences(
  tx: Queryable,
  change: { readonly channelId: number; readonly preferences: PreferenceValues; readonly now: Instant },
): Promise<void> {
  await query(tx, {
    text: "update channels set preferences = $2, updated_at = $3 where id = $1",
    values: [change.channelId, JSON.stringify(change.preferences), change.now],
  });
}
