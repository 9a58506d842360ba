-- A brand may have 200,000 entries. What lists filter and sort them by is in one index, and how many there are of each kind is kept, without
-- their days: those of a period are counted. Each order keeps its index, because sorting so many takes longer than a list may.
--
-- `if not exists`: who cannot do without writes for as long as this takes makes it before.
create index if not exists deliveries_listed on deliveries (brand_id, status, id)
  include (collection_id, channel_id, post_type, published_at, created_at, likes, comments, shares)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
drop index if exists deliveries_type, deliveries_collection, deliveries_list;

-- As before, whoever changes an entry only adds a row, which says in which transaction it came to be, and so does a total: by that a search
-- sees whether anything has changed since its hits were counted.
create table listed_changes (
  brand_id bigint not null, status text not null, collection_id bigint, channel_id bigint, post_type text, change integer not null,
  made_by xid8 not null default pg_current_xact_id()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 1000000000);
create index listed_changes_brand on listed_changes (brand_id);

create table listed_totals (
  brand_id bigint not null, status text not null, collection_id bigint, channel_id bigint, post_type text, entries bigint not null,
  made_by xid8 not null default pg_current_xact_id()
) with (fillfactor = 80);
create unique index listed_totals_of on listed_totals (brand_id, status, channel_id, collection_id, post_type) nulls not distinct;
insert into listed_totals (brand_id, status, collection_id, channel_id, post_type, entries)
select brand_id, status, collection_id, channel_id, post_type, count(*) from deliveries
where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') group by 1, 2, 3, 4, 5;

create or replace function count_entry() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') then
    insert into listed_changes values (old.brand_id, old.status, old.collection_id, old.channel_id, old.post_type, -1);
  end if;
  if new.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') then
    insert into listed_changes values (new.brand_id, new.status, new.collection_id, new.channel_id, new.post_type, 1);
  end if;
  return null;
end $$;

create or replace function count_gone_entries() returns trigger language plpgsql as $$
begin
  insert into listed_changes
  select brand_id, status, collection_id, channel_id, post_type, -count(*) from gone
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function note_changed_text() returns trigger language plpgsql as $$
begin
  insert into listed_changes values (new.brand_id, new.status, new.collection_id, new.channel_id, new.post_type, 0);
  return null;
end $$;

-- The version before finds all entries in the one table that it adds up, and knows no total of a search: each change is of a transaction that it has
-- not seen.
truncate entry_totals, entry_sums;
drop table entry_changes;
drop function note_summed_entries();
create view entry_changes as
  select ctid, brand_id, (published_at at time zone 'UTC')::date as day, status, collection_id, channel_id, post_type, 1 as change,
    '9000000000000000000'::xid8 as made_by
  from deliveries where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create trigger entry_changes_kept instead of delete on entry_changes for each row execute function keep_counted();
