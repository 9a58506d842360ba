import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { PreferringChannel } from "../channels/preferences-store.ts";
import type { PostState } from "./rules.ts";

const STATE = `status, posting_type "postingType", leaving_at is not null leaving`;

/** Not scoped to a brand: the operator gives only the post's id. */
export async function findPostToPrefer(db: Queryable, postId: number): Promise<PostState | null> {
  return maybeOne<PostState>(db, { text: `select ${STATE} from posts where id = $1`, values: [postId] });
}

/** The same, locked until the transaction ends: it does not leave meanwhile. */
export async function lockPostToPrefer(tx: Queryable, postId: number): Promise<PostState | null> {
  return maybeOne<PostState>(tx, { text: `select ${STATE} from posts where id = $1 for update`, values: [postId] });
}

/** A channel that a post goes to, with the post's own values there. */
export interface PostChannel extends PreferringChannel {
  readonly id: number;
  readonly name: string;
  readonly own: PreferenceValues;
}

/** In the order of the collection. */
export async function listChannelsOfPost(db: Queryable, postId: number): Promise<PostChannel[]> {
  return query<PostChannel>(db, {
    text: `select h.id, h.name, h.type, h.preferences, h.account_preferences "accountPreferences", coalesce(own.preferences, '{}') own
           from posts p join collection_channels cc on cc.collection_id = p.collection_id
             join channels h on h.id = cc.channel_id and h.status in ('ACTIVE', 'INACTIVE')
             left join post_preferences own on own.post_id = p.id and own.channel_id = h.id
           where p.id = $1 order by cc.position`,
    values: [postId],
  });
}

export async function storePostPreferences(
  tx: Queryable,
  own: { readonly postId: number; readonly channelId: number; readonly preferences: PreferenceValues },
): Promise<void> {
  await query(tx, {
    text: `insert into post_preferences (post_id, channel_id, preferences) values ($1, $2, $3)
           on conflict (post_id, channel_id) do update set preferences = excluded.preferences`,
    values: [own.postId, own.channelId, JSON.stringify(own.preferences)],
  });
}

export async function removePostPreferences(
  tx: Queryable,
  { postId, channelId }: { readonly postId: number; readonly channelId: number },
): Promise<void> {
  await query(tx, { text: "delete from post_preferences where post_id = $1 and channel_id = $2", values: [postId, channelId] });
}
