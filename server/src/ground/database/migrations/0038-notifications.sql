-- Notifications: people who want to be told of events by mail, by a digest or in a chat. What is told when: docs/notifications.md.

-- What a member of a brand has chosen. Without a row they have the defaults of `notification_listeners`.
create table notification_choices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  brand_id bigint not null references brands,
  -- Groups of types of events.
  mail text[] not null,
  digest text[] not null,
  chat text[] not null,
  digest_every text not null check (digest_every in ('DAY', 'WEEK')),
  digest_day text not null,
  digest_hour smallint not null check (digest_hour between 0 and 23),
  chat_kind text,
  -- Sealed.
  chat_url text,
  chat_host text,
  -- Why nothing is sent there any more.
  chat_problem text,
  -- Nothing is tried before.
  chat_held_until timestamptz,
  updated_at timestamptz not null,
  unique (user_id, brand_id)
);
create index notification_choices_brand on notification_choices (brand_id);

-- What is still to be told to whom; a row goes in the transaction that stores the mail, or once the chat has answered.
create table notification_sends (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  brand_id bigint not null,
  way text not null check (way in ('mail', 'digest', 'chat')),
  event_seq bigint not null references events on delete cascade,
  at timestamptz not null,
  -- When somebody looks at it next; whoever sends it to a chat moves this on.
  next_at timestamptz not null,
  -- Whether that is the moment of a digest.
  planned boolean not null default false,
  tries integer not null default 0,
  unique (event_seq, user_id, way)
);
create index notification_sends_due on notification_sends (next_at);
create index notification_sends_of on notification_sends (user_id, brand_id, way, event_seq);

-- Mails of the last hour, which may be so many.
create table notification_mails (
  user_id bigint not null,
  brand_id bigint not null,
  at timestamptz not null
);
create index notification_mails_of on notification_mails (user_id, brand_id, at);

create function notification_group(of_type text) returns text language sql immutable as $$
  select case of_type
    when 'post.failed' then 'FAILURES'
    when 'post.partly_failed' then 'FAILURES'
    when 'post.skipped' then 'FAILURES'
    when 'channel.disconnected' then 'FAILURES'
    when 'channel.expiring' then 'ENDINGS'
    when 'queue.running_empty' then 'QUEUES'
    when 'post.published' then 'PUBLISHED'
    when 'automation.imported' then 'AUTOMATIONS'
    when 'automation.failing' then 'AUTOMATIONS'
  end
$$;

-- Which members are told of events of one of these types of the brand, and how. The one place that decides it, and knows the defaults:
-- owners get mails of what went wrong and what ends. Nobody reads mails to somebody whom the demo has made up.
create function notification_listeners(of_brand bigint, of_types text[]) returns table (user_id bigint, way text) language sql stable as $$
  select m.user_id, w.way
  from brand_members m
  join users u on u.id = m.user_id
  left join notification_choices c on c.user_id = m.user_id and c.brand_id = m.brand_id
  cross join lateral (values
    ('mail', u.verified and not u.demo,
      case when c.id is not null then c.mail when m.role = 'owner' then '{FAILURES,ENDINGS}' else '{}' end),
    ('digest', u.verified and not u.demo, c.digest),
    ('chat', c.chat_url is not null and c.chat_problem is null, c.chat)
  ) w (way, works, groups)
  where m.brand_id = of_brand and w.works and w.groups && (select array_agg(notification_group(t)) from unnest(of_types) t)
$$;

-- Asked for each round of every post, so it looks at what was chosen alone: where it says yes because of somebody who cannot be told, an
-- event is stored that nobody hears of.
create or replace function event_wanted(of_brand bigint, variadic of_types text[]) returns boolean language plpgsql stable as $$
declare
  groups text[];
begin
  if current_setting('rostrum.tells_nothing', true) = 'on' then return false; end if;
  if exists (select from webhooks w where w.brand_id = of_brand and (w.events is null or w.events && of_types)) then return true; end if;
  groups := array(select notification_group(t) from unnest(of_types) t);
  if exists (select from notification_choices c where c.brand_id = of_brand and (c.mail && groups or c.digest && groups or c.chat && groups))
    then return true; end if;
  return groups && '{FAILURES,ENDINGS}' and exists (
    select from brand_members m where m.brand_id = of_brand and m.role = 'owner'
      and not exists (select from notification_choices c where c.user_id = m.user_id and c.brand_id = m.brand_id));
end $$;

-- For everybody who wants it, in the transaction that makes it true. That somebody has removed a channel is no news to people.
create function notify_of_event() returns trigger language plpgsql as $$
begin
  if current_setting('rostrum.tells_nothing', true) = 'on' or new.webhook_id is not null or notification_group(new.type) is null then
    return null;
  end if;
  if new.type = 'channel.disconnected' and new.body::json -> 'data' ->> 'cause' = 'REMOVED' then return null; end if;
  insert into notification_sends (user_id, brand_id, way, event_seq, at, next_at)
  select l.user_id, new.brand_id, l.way, new.seq, new.at, new.at from notification_listeners(new.brand_id, array[new.type]) l;
  return null;
end $$;
create trigger events_notified after insert on events for each row execute function notify_of_event();

-- Whoever leaves a brand, or is removed, is told nothing more.
create function forget_notifications() returns trigger language plpgsql as $$
begin
  delete from notification_sends where user_id = old.user_id and brand_id = old.brand_id;
  delete from notification_mails where user_id = old.user_id and brand_id = old.brand_id;
  delete from notification_choices where user_id = old.user_id and brand_id = old.brand_id;
  return null;
end $$;
create trigger brand_members_notified after delete on brand_members for each row execute function forget_notifications();

-- Digests come by the clock of the person's new zone.
create function replan_digests() returns trigger language plpgsql as $$
begin
  update notification_sends set planned = false, next_at = at where user_id = new.id and way = 'digest';
  return null;
end $$;
create trigger users_notified after update of timezone on users for each row
  when (old.timezone is distinct from new.timezone) execute function replan_digests();
