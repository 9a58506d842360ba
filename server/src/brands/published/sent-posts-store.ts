import type { Instant } from "@rostrum/contract/formats.ts";
import type { SentView } from "@rostrum/contract/private/sent-posts.ts";
import { isListed } from "../../ground/database/ledger.ts";
import { Parameters } from "../../ground/database/page.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";
import { firstPublished, type PictureRow } from "../media/first-picture-store.ts";
import { besides, RESULT_COLUMNS, type ResultRow, UNDER_WAY_TEXT } from "./results-store.ts";
import { searchPattern } from "./rules.ts";

export interface RoundRow {
  readonly id: number;
  readonly postId: number | null;
  readonly sourceId: number | null;
  readonly collectionId: number;
  readonly collection: string | null;
  readonly title: string | null;
  readonly text: string;
  readonly picture: PictureRow | null;
  readonly dueAt: Instant;
}

export interface RoundFilter {
  readonly view: SentView;
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

interface RoundPlace {
  readonly brandId: number;
  /** Since when deleted posts are remembered. */
  readonly since: Instant;
  readonly limit: number;
  readonly offset: number;
}

/** Some of the brand's rounds in their order. The SQL depends on which filters are set, never on their values. */
export async function listRounds(db: Queryable, { brandId, since, limit, offset }: RoundPlace, filter: RoundFilter): Promise<RoundRow[]> {
  const parameters = new Parameters();
  const brand = parameters.at("brand", brandId);
  const where = conditions({ brandId, since }, filter, parameters);
  const { sortBy, sortOrder: way } = filter;
  const sums =
    filter.from === null
      ? `left join (select d.publication_id, sum(d.${sortBy}) figure from deliveries d
          where ${LISTED} and d.brand_id = ${brand} and d.status = 'PUBLISHED' and d.${sortBy} > 0 and d.parent_id is null group by 1) s on s.publication_id = l.id`
      : `left join lateral (select sum(d.${sortBy}) figure from deliveries d
          where d.publication_id = l.id and d.status = 'PUBLISHED' and d.parent_id is null) s on true`;
  const [joined, key] = sortBy === "at" ? ["", ""] : [sums, `coalesce(s.figure, 0) ${way}, `];
  const text = `
    with page as materialized (
      select l.id, row_number() over (order by ${key}l.due_at ${way}, l.id ${way}) place from publications l ${joined}
      where ${where} order by ${key}l.due_at ${way}, l.id ${way} limit ${parameters.at("limit", limit)} offset ${parameters.at("offset", offset)}
    )
    select l.id, l.post_id "postId", coalesce(l.post_id, bin.post_id) "sourceId", l.collection_id "collectionId", c.title collection,
      l.content ->> 'title' title, l.content ->> 'text' text, l.due_at "dueAt",
      ${firstPublished({ publication: "l" })} picture
    from page join publications l on l.id = page.id left join collections c on c.id = l.collection_id
      left join (
        select d.post_id, round.id from deleted_posts d join deleted_contents k using (post_id), unnest(k.publication_ids) round (id)
        where d.brand_id = ${brand} and d.deleted_at >= ${parameters.at("since", since)}
      ) bin on bin.id = l.id and l.post_id is null
    order by page.place`;
  return query<RoundRow>(db, { text, values: parameters.values });
}

export async function countRounds(db: Queryable, place: Pick<RoundPlace, "brandId" | "since">, filter: RoundFilter): Promise<number> {
  const parameters = new Parameters();
  const text = `select count(*) total from publications l where ${conditions(place, filter, parameters)}`;
  return (await one<{ total: number }>(db, { text, values: parameters.values })).total;
}

/** How many of the brand's rounds need somebody, and how many are going out. */
export async function countOpenRounds(
  db: Queryable,
  { brandId, since }: Pick<RoundPlace, "brandId" | "since">,
): Promise<{ readonly needs: number; readonly leaving: number }> {
  return one(db, {
    text: `select (select count(distinct d.publication_id) from ${needy("$2")}) needs, (select count(distinct d.publication_id) from ${UNDER_WAY}) leaving`,
    values: [brandId, since],
  });
}

/** What became of rounds on each channel, in the channels' order, comments after what they are below. */
export async function listResultsOf(
  db: Queryable,
  { brandId, roundIds, now }: { readonly brandId: number; readonly roundIds: readonly number[]; readonly now: Instant },
): Promise<(ResultRow & { readonly roundId: number })[]> {
  if (roundIds.length === 0) return [];
  return query(db, {
    text: `select ${RESULT_COLUMNS}, d.publication_id "roundId" from deliveries d ${besides("$3")}
           where d.publication_id = any($2::bigint[]) and d.brand_id = $1 and d.status not in ('cancelled', 'commented')
           order by coalesce(d.parent_id, d.id), d.id`,
    values: [brandId, roundIds, now],
  });
}

const LISTED = isListed("d");
/** Deliveries of the brand `$1` that have failed and that nobody has seen to: those of the brand's needs. */
const needy = (since: string) =>
  `deliveries d where d.brand_id = $1 and d.status = 'FAILED' and d.left_at is null and d.post_id is not null and d.published_at >= ${since}`;
const UNDER_WAY =
  "deliveries d where d.next_at is not null and d.brand_id = $1 and d.channel_id in (select id from channels where brand_id = $1)";

/** A round of which nothing was to leave any more when its post was deleted is shown nowhere. */
const VIEWS: Readonly<Record<SentView, (since: () => string) => string>> = {
  all: () => `(l.open > 0 or l.reached > 0 or exists (select from deliveries d where d.publication_id = l.id and ${LISTED}))`,
  needs: (since) => `l.id = any(array(select distinct d.publication_id from ${needy(since())}))`,
  leaving: () => `l.id = any(array(select distinct d.publication_id from ${UNDER_WAY}))`,
  sent: () => "l.open = 0 and l.reached > 0",
};

/** What a publication `l` has to meet. The brand is the first parameter. */
function conditions({ brandId, since }: Pick<RoundPlace, "brandId" | "since">, filter: RoundFilter, parameters: Parameters): string {
  const parts = [`l.brand_id = ${parameters.at("brand", brandId)}`, VIEWS[filter.view](() => parameters.at("since", since))];
  const add = (name: string, value: unknown, condition: (place: string) => string) => {
    if (value !== undefined && value !== null && value !== "") parts.push(condition(parameters.at(name, value)));
  };
  add("entry", filter.entryId, (place) => `l.id = (select publication_id from deliveries where id = ${place} and brand_id = $1)`);
  add("collection", filter.collectionId, (place) => `l.collection_id = ${place}`);
  add("post", filter.postId, (place) => `l.post_id = ${place}`);
  add("type", filter.postType, (place) => `l.content ->> 'type' = ${place}`);
  add("from", filter.from, (place) => `l.due_at >= ${place}`);
  add("to", filter.to, (place) => `l.due_at < ${place}`);
  add(
    "channel",
    filter.channelId,
    (place) => `exists (select from deliveries d where d.publication_id = l.id and d.channel_id = ${place} and d.status <> 'cancelled')`,
  );
  add(
    "pattern",
    filter.search && searchPattern(filter.search),
    (place) => `l.id = any(array(
      select d.publication_id from deliveries d where ${LISTED} and d.brand_id = $1 and d.search_text like ${place}
      union select d.publication_id from ${UNDER_WAY} and ${UNDER_WAY_TEXT} like ${place}))`,
  );
  return parts.join(" and ");
}
