-- How many posts, entries and media a brand has, by everything that a list can filter by: a list says its total without counting.
-- Every change is written beside the row that it counts, by the triggers below, and only added, so that writers never wait for one
-- another; the service sums what has gathered into the totals. A total is always the sum of both tables.
--
-- Grain 0: without days. Grain 1: days alone. Grain 2: days with everything else. What a grain leaves out is null.

create table post_changes (
  brand_id bigint not null, day date not null, status text not null, posting_type text not null, post_type text not null,
  collection_id bigint not null, change integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 1000000000);
create index post_changes_brand on post_changes (brand_id);

create table post_totals (
  brand_id bigint not null, grain smallint not null, day date, status text, posting_type text, post_type text, collection_id bigint,
  posts bigint not null
) with (fillfactor = 80);
create unique index post_totals_of on post_totals (brand_id, grain, day, collection_id, status, posting_type, post_type) nulls not distinct;
create index post_totals_collection on post_totals (collection_id) where grain = 0;
create index post_totals_none on post_totals (brand_id) where posts = 0;

create table entry_changes (
  brand_id bigint not null, day date not null, status text not null, collection_id bigint, channel_id bigint, post_type text,
  change integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 1000000000);
create index entry_changes_brand on entry_changes (brand_id);

create table entry_totals (
  brand_id bigint not null, grain smallint not null, status text not null, day date, collection_id bigint, channel_id bigint,
  post_type text, entries bigint not null
) with (fillfactor = 80);
create unique index entry_totals_of on entry_totals (brand_id, grain, status, day, channel_id, collection_id, post_type) nulls not distinct;
create index entry_totals_none on entry_totals (brand_id) where entries = 0;

create table media_changes (brand_id bigint not null, mime text not null, change integer not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 1000000000);
create index media_changes_brand on media_changes (brand_id);

create table media_totals (brand_id bigint not null, mime text not null, files bigint not null, primary key (brand_id, mime))
  with (fillfactor = 80);
create index media_totals_none on media_totals (brand_id) where files = 0;

-- Posts --------------------------------------------------------------------------------------------------------------

create function count_post() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into post_changes values (old.brand_id, (old.created_at at time zone 'UTC')::date, old.status, old.posting_type, old.post_type, old.collection_id, -1);
  end if;
  insert into post_changes values (new.brand_id, (new.created_at at time zone 'UTC')::date, new.status, new.posting_type, new.post_type, new.collection_id, 1);
  return null;
end $$;

create function count_gone_posts() returns trigger language plpgsql as $$
begin
  insert into post_changes
  select brand_id, (created_at at time zone 'UTC')::date, status, posting_type, post_type, collection_id, -count(*) from gone group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create trigger posts_counted_new after insert on posts for each row execute function count_post();
create trigger posts_counted_changed after update on posts for each row
  when ((old.brand_id, old.created_at, old.status, old.posting_type, old.post_type, old.collection_id)
    is distinct from (new.brand_id, new.created_at, new.status, new.posting_type, new.post_type, new.collection_id))
  execute function count_post();
create trigger posts_counted_gone after delete on posts referencing old table as gone for each statement execute function count_gone_posts();

insert into post_totals (brand_id, grain, day, status, posting_type, post_type, collection_id, posts)
select brand_id, case when grouping(day) = 1 then 0 when grouping(status) = 1 then 1 else 2 end, day, status, posting_type, post_type, collection_id, sum(posts)
from (
  select brand_id, (created_at at time zone 'UTC')::date as day, status, posting_type, post_type, collection_id, count(*) posts
  from posts group by 1, 2, 3, 4, 5, 6
) counted
group by grouping sets ((brand_id, status, posting_type, post_type, collection_id), (brand_id, day),
  (brand_id, day, status, posting_type, post_type, collection_id));

-- Orders of lists whose other direction an index could not give, because nulls come last in both.
create index posts_brand_title_up on posts (brand_id, lower(title), id);
create index posts_brand_date_up on posts (brand_id, post_at, id) where queue_rank is null;
-- The few that a filter finds among many.
create index posts_brand_kind on posts (brand_id, status, posting_type, post_type, collection_id, id);

-- Published entries --------------------------------------------------------------------------------------------------

create function count_entry() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') then
    insert into entry_changes values (old.brand_id, (old.published_at at time zone 'UTC')::date, old.status, old.collection_id, old.channel_id, old.post_type, -1);
  end if;
  if new.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') then
    insert into entry_changes values (new.brand_id, (new.published_at at time zone 'UTC')::date, new.status, new.collection_id, new.channel_id, new.post_type, 1);
  end if;
  return null;
end $$;

create function count_gone_entries() returns trigger language plpgsql as $$
begin
  insert into entry_changes
  select brand_id, (published_at at time zone 'UTC')::date, status, collection_id, channel_id, post_type, -count(*)
  from gone where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create trigger deliveries_counted_new after insert on deliveries for each row
  when (new.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')) execute function count_entry();
create trigger deliveries_counted_changed after update on deliveries for each row
  when ((old.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') or new.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING'))
    and (old.brand_id, old.published_at, old.status, old.collection_id, old.channel_id, old.post_type)
    is distinct from (new.brand_id, new.published_at, new.status, new.collection_id, new.channel_id, new.post_type))
  execute function count_entry();
create trigger deliveries_counted_gone after delete on deliveries referencing old table as gone for each statement execute function count_gone_entries();

insert into entry_totals (brand_id, grain, day, status, collection_id, channel_id, post_type, entries)
select brand_id, case when grouping(day) = 1 then 0 when grouping(channel_id) = 1 then 1 else 2 end, day, status, collection_id, channel_id, post_type, sum(entries)
from (
  select brand_id, (published_at at time zone 'UTC')::date as day, status, collection_id, channel_id, post_type, count(*) entries
  from deliveries where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') group by 1, 2, 3, 4, 5, 6
) counted
group by grouping sets ((brand_id, status, collection_id, channel_id, post_type), (brand_id, status, day),
  (brand_id, day, status, collection_id, channel_id, post_type));

create index deliveries_type on deliveries (brand_id, status, post_type, id) where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
-- The entries of a period are found without a look at the rows.
drop index deliveries_published;
create index deliveries_published on deliveries (brand_id, status, published_at, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');

-- The brand is part of the search index, so that a search passes over what other brands have published. Without `btree_gin` the
-- index of before stays, and without `pg_trgm` there is none: then a search in a large brand reads its entries.
do $$
begin
  create extension if not exists btree_gin;
  create index deliveries_search_of_brand on deliveries using gin (brand_id, search_text gin_trgm_ops)
    where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
  drop index if exists deliveries_search;
exception when others then
  raise notice 'search index with the brand left out: %', sqlerrm;
end $$;

-- Media --------------------------------------------------------------------------------------------------------------

create function count_medium() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into media_changes values (old.brand_id, old.mime, -1); end if;
  insert into media_changes values (new.brand_id, new.mime, 1);
  return null;
end $$;

create function count_gone_media() returns trigger language plpgsql as $$
begin
  insert into media_changes select brand_id, mime, -count(*) from gone group by 1, 2;
  return null;
end $$;

create trigger media_counted_new after insert on media for each row execute function count_medium();
create trigger media_counted_changed after update on media for each row
  when ((old.brand_id, old.mime) is distinct from (new.brand_id, new.mime)) execute function count_medium();
create trigger media_counted_gone after delete on media referencing old table as gone for each statement execute function count_gone_media();

insert into media_totals (brand_id, mime, files) select brand_id, mime, count(*) from media group by 1, 2;
create index media_brand_type on media (brand_id, mime, number);
