-- The bell: what happened in all brands of a person, read in the dashboard. It shows stored events; nothing is stored for it but what has
-- been read. What was there before it is read.

-- Groups of types of events, as for the other ways; null: what `bell_groups` says. The version before stores choices without it.
alter table notification_choices add column bell text[];

alter table users add column bell_read_to bigint not null default 0;
update users set bell_read_to = coalesce((select max(seq) from events), 0);

-- Events read one by one, beyond `bell_read_to`.
create table bell_reads (
  user_id bigint not null references users on delete cascade,
  event_seq bigint not null references events on delete cascade,
  primary key (user_id, event_seq)
);
create index bell_reads_event on bell_reads (event_seq);

-- What somebody who has chosen nothing else is told by the bell, whatever their role.
create function bell_groups(chosen text[]) returns text[] language sql immutable as $$
  select coalesce(chosen, '{FAILURES,ENDINGS}')
$$;

-- As before, and where a member's bell shows it.
create or replace function event_wanted(of_brand bigint, variadic of_types text[]) returns boolean language plpgsql stable as $$
declare
  groups text[];
begin
  if current_setting('rostrum.tells_nothing', true) = 'on' then return false; end if;
  if exists (select from webhooks w where w.brand_id = of_brand and (w.events is null or w.events && of_types)) then return true; end if;
  groups := array(select notification_group(t) from unnest(of_types) t);
  if exists (select from notification_choices c where c.brand_id = of_brand and (c.mail && groups or c.digest && groups or c.chat && groups))
    then return true; end if;
  return exists (
    select from brand_members m left join notification_choices c on c.user_id = m.user_id and c.brand_id = m.brand_id
    where m.brand_id = of_brand and (bell_groups(c.bell) && groups
      or groups && '{FAILURES,ENDINGS}' and m.role = 'owner' and c.id is null));
end $$;
