import type { ChannelState, ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import { RESULT_STATES, type ResultState } from "@rostrum/contract/private/published.ts";
import type { DeliveryReason } from "@rostrum/contract/reasons.ts";
import { joinHold } from "../../ground/database/holds.ts";
import { isListed, outcomeOf } from "../../ground/database/ledger.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import { firstPublished, type PictureRow } from "../media/first-picture-store.ts";
import { searchPattern } from "./rules.ts";

export interface ResultRow {
  readonly id: number;
  readonly postId: number | null;
  readonly collectionId: number | null;
  readonly collection: string | null;
  readonly channelId: number | null;
  readonly channelName: string | null;
  readonly channelType: ChannelType | null;
  readonly channelStatus: ChannelState | null;
  readonly isComment: boolean;
  readonly postType: PostType | null;
  readonly body: string | null;
  /** The first picture or film of the post, as the network shows it. */
  readonly picture: PictureRow | null;
  readonly url: string | null;
  readonly state: ResultState;
  readonly reason: DeliveryReason | null;
  readonly message: string | null;
  /** Of the hold that it waits for; null if it does not. */
  readonly heldReason: string | null;
  readonly heldUntil: Instant | null;
  readonly dueAt: Instant;
  readonly at: Instant;
  readonly nextAt: Instant | null;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly countsTold: number | null;
  readonly countsReadAt: Instant | null;
  readonly countsNextAt: Instant | null;
  /** How its attempts ended, if it has ended without being published; else empty. */
  readonly outcomes: readonly (string | null)[];
  readonly isLeft: boolean;
}

export interface ResultFilter {
  readonly state?: ResultState | undefined;
  readonly reason?: DeliveryReason | undefined;
  readonly entryId?: number | undefined;
  readonly collectionId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly postId?: number | undefined;
  readonly postType?: string | undefined;
  readonly search?: string | undefined;
  readonly from: Instant | null;
  /** Exclusive. */
  readonly to: Instant | null;
  readonly sortBy: "at" | "likes" | "comments" | "shares";
  readonly sortOrder: "asc" | "desc";
}

export interface ResultPlace {
  readonly brandId: number;
  readonly now: Instant;
  readonly limit: number;
  readonly offset: number;
}

/** The time zone by whose days a brand's results are told; null if there is no such brand. */
export async function findZone(db: Queryable, brandId: number): Promise<string | null> {
  const row = await maybeOne<{ timezone: string }>(db, {
    text: "select coalesce(timezone, 'UTC') timezone from brands where id = $1",
    values: [brandId],
  });
  return row?.timezone ?? null;
}

/** Some of the brand's entries in their order, and how many there are. The SQL depends on which filters are set, never on their values. */
export async function listResults(
  db: Queryable,
  { brandId, now, limit, offset }: ResultPlace,
  filter: ResultFilter,
): Promise<{ readonly rows: ResultRow[]; readonly total: number }> {
  const { branches, values } = branchesOf(brandId, filter);
  const key = filter.sortBy === "at" ? "published_at" : filter.sortBy;
  const order = `${key} ${filter.sortOrder}, id ${filter.sortOrder}`;
  const [first, past, at = ""] = [1, 2, 3].map((place) => `$${values.length + place}`);
  // Each branch is in the order of an index; only as many of its rows are read as the page may need.
  const places = branches.map(
    (branch) =>
      `(select d.id, d.${key} ${branch} order by d.${key} ${filter.sortOrder}, d.id ${filter.sortOrder} limit ${first}::bigint + ${past}::bigint)`,
  );
  const counted = branches.map((branch) => `(select count(*) ${branch})`).join(" + ");
  const text = `
    with page as materialized (select id, ${key} from (${places.join(" union all ")}) place order by ${order} limit ${first} offset ${past})
    select ${RESULT_COLUMNS} from page join deliveries d on d.id = page.id ${besides(at)}
    order by page.${key} ${filter.sortOrder}, page.id ${filter.sortOrder}`;
  const [rows, count] = await Promise.all([
    query<ResultRow>(db, { text, values: [...values, limit, offset, now] }),
    query<{ total: number }>(db, { text: `select ${counted} total`, values }),
  ]);
  return { rows, total: count[0]?.total ?? 0 };
}

/** What belongs to a delivery `d`. `at`: the moment as a parameter. */
export function besides(at: string): string {
  return `join publications p on p.id = d.publication_id left join collections c on c.id = d.collection_id left join channels h on h.id = d.channel_id
      ${joinHold("h", at)} and d.next_at is not null and d.lease_until is null and d.status <> 'pending'`;
}

/** Of a delivery `d` with its publication `p`, collection `c` and channel `h`, and the `hold` that it waits for. */
export const RESULT_COLUMNS = `d.id, d.post_id "postId", d.collection_id "collectionId", c.title collection, d.channel_id "channelId", d.channel_name "channelName",
  d.channel_type "channelType", h.status "channelStatus", d.parent_id is not null "isComment", d.post_type "postType", d.body, d.url,
  case when d.parent_id is null then ${firstPublished({ publication: "p", networks: "array_remove(array[d.channel_type], null)" })} end picture,
  case when d.lease_until is null then d.status else 'publishing' end state,
  coalesce(d.reason, case when hold.until is not null then 'channel_held' end) reason, d.message, hold.reason "heldReason", hold.until "heldUntil",
  p.due_at "dueAt", d.published_at "at", case when d.lease_until is null then greatest(d.next_at, hold.until) end "nextAt",
  d.likes, d.comments, d.shares, d.counts_told "countsTold", d.counts_read_at "countsReadAt", d.counts_next_at "countsNextAt",
  d.left_at is not null "isLeft",
  case when d.status in ('FAILED', 'SKIPPED') then array(select ${outcomeOf("a")} from attempts a where a.delivery_id = d.id order by a.number)
    else '{}' end outcomes`;

const LISTED = isListed("d");
const LISTED_STATES: readonly ResultState[] = ["PUBLISHED", "SENT", "FAILED", "SKIPPED", "RETRYING"];

/** For each state that is asked for the rows in it; all that is under way is one branch, which has its own index. */
function branchesOf(brandId: number, filter: ResultFilter): { readonly branches: string[]; readonly values: unknown[] } {
  const { parts, values } = conditions(brandId, filter, "d.search_text");
  const states = filter.state === undefined ? RESULT_STATES : [filter.state];
  const shared = parts.join(" and ");
  const listed = states
    .filter((state) => LISTED_STATES.includes(state))
    .map((state) => `from deliveries d where ${LISTED} and d.status = '${state}' and d.lease_until is null and ${shared}`);
  const inside = states.filter((state) => !LISTED_STATES.includes(state));
  if (inside.length === 0) return { branches: listed, values };
  const under = inside.map((state) =>
    state === "publishing" ? "d.lease_until is not null" : `d.lease_until is null and d.status = '${state}'`,
  );
  const branch = `from deliveries d where d.next_at is not null and d.channel_id in (select id from channels where brand_id = $1)
    and (${under.join(" or ")}) and ${conditions(brandId, filter, UNDER_WAY_TEXT).parts.join(" and ")}`;
  return { branches: [...listed, branch], values };
}

/** What is under way has no text for searching yet: this is close to it. */
export const UNDER_WAY_TEXT = "coalesce(d.search_text, replace(lower(d.body), 'ς', 'σ'))";

function conditions(brandId: number, filter: ResultFilter, searched: string): { readonly parts: string[]; readonly values: unknown[] } {
  const parts = ["d.brand_id = $1"];
  const values: unknown[] = [brandId];
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined || value === null || value === "") return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  add((place) => `d.id = ${place}`, filter.entryId);
  add((place) => `d.reason = ${place}`, filter.reason);
  add((place) => `d.collection_id = ${place}`, filter.collectionId);
  add((place) => `d.channel_id = ${place}`, filter.channelId);
  add((place) => `d.post_id = ${place}`, filter.postId);
  add((place) => `d.post_type = ${place}`, filter.postType);
  add((place) => `${searched} like ${place}`, filter.search && searchPattern(filter.search));
  add((place) => `d.published_at >= ${place}`, filter.from);
  add((place) => `d.published_at < ${place}`, filter.to);
  return { parts, values };
}
