-- The total of a search is good for as long as nothing has changed since it was counted, and here it can be seen whether anything has: a change
-- says in which transaction it came to be, and so does the last one in which changes of a brand's entries were summed.

-- Another text changes no total but those of searches. Whatever else changes with it is noted anyway. First, because whoever writes locks the two
-- tables in this order.
create function note_changed_text() returns trigger language plpgsql as $$
begin
  insert into entry_changes values (new.brand_id, (new.published_at at time zone 'UTC')::date, new.status, new.collection_id, new.channel_id, new.post_type, 0);
  return null;
end $$;
create trigger deliveries_text_changed after update of search_text on deliveries for each row
  when (new.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') and old.search_text is distinct from new.search_text
    and (old.status, old.published_at) is not distinct from (new.status, new.published_at))
  execute function note_changed_text();

alter table entry_changes add column made_by xid8 not null default pg_current_xact_id();

create table entry_sums (
  brand_id bigint not null,
  status text not null,
  made_by xid8 not null default pg_current_xact_id(),
  primary key (brand_id, status)
);

-- A trigger, because an older version that is still running sums as well.
create function note_summed_entries() returns trigger language plpgsql as $$
begin
  insert into entry_sums (brand_id, status) select distinct brand_id, status from gone
  on conflict (brand_id, status) do update set made_by = excluded.made_by;
  return null;
end $$;
create trigger entry_changes_summed after delete on entry_changes referencing old table as gone for each statement execute function note_summed_entries();
