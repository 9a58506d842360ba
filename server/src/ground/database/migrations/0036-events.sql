-- Events: what others want to be told of, each stored by the statement that makes it true, and only where somebody wants it.
-- What each of them means: docs/events.md.

create table events (
  -- The order: what happens to one thing happens under its lock, so its events rise in the order of their commits.
  seq bigint generated always as identity primary key,
  -- What receivers know it by, the same in every attempt and replay.
  id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  brand_id bigint not null,
  type text not null,
  at timestamptz not null,
  -- What it happened to, such as `post:12`: events of one thing are told in their order.
  subject text not null,
  -- The round of the post that it speaks of.
  publication_id bigint,
  -- Set for one that concerns a single webhook: a test.
  webhook_id bigint,
  -- The bytes that are sent, and signed: they never change.
  body text not null
);
create index events_brand on events (brand_id, at, seq);
create index events_at on events (at, seq);
create index events_publication on events (publication_id, seq) where publication_id is not null;

-- Where events are sent.
create table webhooks (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  url text not null,
  description text,
  -- Types of events; null: all.
  events text[],
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'OFF')),
  -- Why the service has switched it off; null if a person has.
  off_reason text,
  -- Sealed: what its requests are signed with, and for how long still with what.
  secrets text,
  public_key text,
  -- Attempts in a row that failed, since when, and until when nothing is tried.
  failures integer not null default 0,
  failing_since timestamptz,
  held_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_brand on webhooks (brand_id, id);

-- An event on its way to a webhook.
create table webhook_sends (
  webhook_id bigint not null references webhooks on delete cascade,
  event_seq bigint not null references events on delete cascade,
  subject text not null,
  status text not null check (status in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  -- When it is tried next; whoever takes it to send it moves this on. Null once it has come to an end.
  next_at timestamptz,
  ended_at timestamptz,
  primary key (webhook_id, event_seq),
  constraint webhook_sends_next check ((next_at is null) = (status <> 'waiting'))
) with (fillfactor = 80);
create index webhook_sends_due on webhook_sends (webhook_id, next_at, event_seq) where next_at is not null;
create index webhook_sends_line on webhook_sends (webhook_id, subject, event_seq) where next_at is not null;
create index webhook_sends_event on webhook_sends (event_seq);

-- What became of each attempt.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event_seq bigint not null references events on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  -- Null: no answer came.
  http_status integer,
  -- Why it failed; null if it did not.
  problem text,
  -- The first bytes of the answer, without secrets.
  answer text
);
create index webhook_attempts_of on webhook_attempts (webhook_id, id);
create index webhook_attempts_event on webhook_attempts (event_seq);
create index webhook_attempts_at on webhook_attempts (at);

-- Whether somebody wants events of one of these types of the brand. The one place that decides it: nothing is put together before. A restored
-- archive tells nobody of what was told long ago.
create function event_wanted(of_brand bigint, variadic of_types text[]) returns boolean language sql stable as $$
  select coalesce(current_setting('rostrum.tells_nothing', true), '') <> 'on'
    and exists (select from webhooks w where w.brand_id = of_brand and (w.events is null or w.events && of_types))
$$;

-- A moment as everywhere in the API.
create function event_time(moment timestamptz) returns text language sql immutable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

create function event_text(whole text, length integer) returns text language sql immutable as $$
  select case when char_length(whole) > length then left(whole, length - 1) || '…' else whole end
$$;

create function event_brand(of_brand bigint) returns json language sql stable as $$
  select json_build_object('id', b.id, 'title', event_text(b.title, 200)) from brands b where b.id = of_brand
$$;

create function event_collection(of_collection bigint) returns json language sql stable as $$
  select json_build_object('id', c.id, 'title', event_text(c.title, 200)) from collections c where c.id = of_collection
$$;

create function event_channel(channel channels) returns json language sql stable as $$
  select json_build_object('id', channel.id, 'name', event_text(channel.name, 200), 'type', channel.type)
$$;

create function event_body(type text, at timestamptz, data json) returns text language sql immutable as $$
  select json_build_object('type', type, 'timestamp', event_time(at), 'data', data)::text
$$;

create function tell_event(brand_id bigint, type text, at timestamptz, subject text, data json) returns void language sql as $$
  insert into events (brand_id, type, at, subject, body) values (brand_id, type, at, subject, event_body(type, at, data))
$$;

-- To every webhook that wants it, in the same transaction. Behind one of the same thing that has to wait, it waits as long. One that is
-- just being deleted is passed over: whoever tells of a change, such as the ledger, neither waits for that nor fails.
create function send_event() returns trigger language plpgsql as $$
begin
  if current_setting('rostrum.tells_nothing', true) = 'on' then return null; end if;
  insert into webhook_sends (webhook_id, event_seq, subject, status, next_at)
  select w.id, new.seq, new.subject, 'waiting', greatest(new.at, (
    select max(s.next_at) from webhook_sends s where s.webhook_id = w.id and s.subject = new.subject and s.next_at is not null
  ))
  from webhooks w
  where w.brand_id = new.brand_id and w.status = 'ACTIVE'
    and case when new.webhook_id is null then w.events is null or new.type = any(w.events) else w.id = new.webhook_id end
  for key share of w skip locked;
  return null;
end $$;
create trigger events_sent after insert on events for each row execute function send_event();

-- Posts --------------------------------------------------------------------------------------------------------------

-- The round of a post has come to an end, or a person has settled one that had: told when its verdict is another than before.
create function tell_of_round() returns trigger language plpgsql as $$
declare
  verdict text;
  told text;
  post record;
  facts json;
  shown integer := 50;
begin
  -- Asked first, because it is what most brands answer.
  if not event_wanted(new.brand_id, 'post.published', 'post.failed', 'post.partly_failed', 'post.skipped') then return null; end if;
  select case
      when count(*) filter (where d.status = 'FAILED') = 0 then
        case when count(*) filter (where d.status in ('PUBLISHED', 'SENT')) > 0 then 'post.published' else 'post.skipped' end
      when count(*) filter (where d.status in ('PUBLISHED', 'SENT')) > 0 then 'post.partly_failed'
      else 'post.failed' end
    into verdict from deliveries d where d.publication_id = new.id and d.parent_id is null;
  if not event_wanted(new.brand_id, verdict) then return null; end if;
  select e.type into told from events e where e.publication_id = new.id order by e.seq desc limit 1;
  if told is not distinct from verdict then return null; end if;
  select p.posting_type, p.collection_id into post from posts p where p.id = new.post_id;
  loop
    select json_build_object(
        'brand', event_brand(new.brand_id), 'collection', event_collection(new.collection_id),
        'post', json_build_object('id', new.post_id, 'title', event_text(new.content ->> 'title', 200),
          'body', event_text(new.content ->> 'text', 1000), 'postType', new.content ->> 'type', 'postingType', post.posting_type,
          'postAt', event_time(new.due_at)),
        'results', coalesce(json_agg(r.result order by r.id), '[]'),
        'resultsLeftOut', (select count(*) from deliveries d where d.publication_id = new.id and d.parent_id is null) - count(r.id))
      into facts
      from (
        select d.id, json_build_object('id', d.id,
          'channel', json_build_object('id', d.channel_id, 'name', event_text(d.channel_name, 200), 'type', d.channel_type),
          'postType', d.post_type, 'status', d.status, 'reason', d.reason, 'message', event_text(d.message, 300),
          'url', case when char_length(d.url) <= 1000 then d.url end, 'publishedAt', event_time(d.published_at)) result
        from deliveries d where d.publication_id = new.id and d.parent_id is null order by d.id limit shown
      ) r;
    exit when octet_length(facts::text) <= 19000 or shown <= 1;
    shown := shown / 2;
  end loop;
  insert into events (brand_id, type, at, subject, publication_id, body)
  values (new.brand_id, verdict, new.settled_at, 'post:' || new.post_id, new.id, event_body(verdict, new.settled_at, facts));
  return null;
end $$;
create trigger publications_told after update on publications for each row
  when (new.open = 0 and new.post_id is not null and new.settled_at is not null and new.settled_at is distinct from old.settled_at)
  execute function tell_of_round();

-- A post has got a date, or a place in its queue. Told at the end of the transaction, when the date of a queued post is known.
create function tell_of_schedule() returns trigger language plpgsql as $$
declare
  post record;
begin
  if not event_wanted(new.brand_id, 'post.scheduled') then return null; end if;
  select p.*, case when p.queue_rank is null then p.post_at else (select q.at from queue_dates q where q.post_id = p.id) end leaves_at
    into post from posts p where p.id = new.id and p.status = 'PENDING' and p.leaving_at is null and p.posting_type in ('SCHEDULE', 'QUEUE');
  if not found then return null; end if;
  -- Several changes in one transaction are one.
  if exists (select from events e where e.brand_id = post.brand_id and e.at = post.updated_at and e.type = 'post.scheduled'
    and e.subject = 'post:' || post.id) then return null; end if;
  perform tell_event(post.brand_id, 'post.scheduled', post.updated_at, 'post:' || post.id, json_build_object(
    'brand', event_brand(post.brand_id), 'collection', event_collection(post.collection_id),
    'post', json_build_object('id', post.id, 'title', event_text(post.title, 200), 'body', event_text(post.body, 1000),
      'postType', post.post_type, 'postingType', post.posting_type, 'postAt', event_time(post.leaves_at))));
  return null;
end $$;
create constraint trigger posts_told_new after insert on posts deferrable initially deferred for each row
  when (new.status = 'PENDING' and new.posting_type in ('SCHEDULE', 'QUEUE'))
  execute function tell_of_schedule();
create constraint trigger posts_told_changed after update on posts deferrable initially deferred for each row
  when (new.status = 'PENDING' and new.posting_type in ('SCHEDULE', 'QUEUE') and new.leaving_at is null and old.leaving_at is null
    and (old.status = 'DRAFT' or old.status = 'PENDING' and (old.posting_type <> new.posting_type
      or new.posting_type = 'SCHEDULE' and old.post_at is distinct from new.post_at)))
  execute function tell_of_schedule();

-- Queues -------------------------------------------------------------------------------------------------------------

-- Since when the queue is known to run empty; null while it does not.
alter table collections add column running_empty_since timestamptz;

-- Asked by those who have let a slot fire, under the queue's lock: whether fewer posts wait than the slots of the next two days take.
create function tell_of_queue(of_collection bigint, now timestamptz) returns void language plpgsql as $$
declare
  queue collections;
  slots_soon integer;
  waiting integer;
  runs_empty boolean;
begin
  select * into queue from collections where id = of_collection;
  if not found or not event_wanted(queue.brand_id, 'queue.running_empty') then return; end if;
  select greatest(count(*), 1) into slots_soon from slots where collection_id = queue.id and next_at <= now + interval '48 hours';
  select count(*) into waiting from (
    select from posts where collection_id = queue.id and queue_rank is not null limit slots_soon
  ) front;
  runs_empty := waiting < slots_soon;
  -- What comes back at once never runs out.
  if runs_empty and queue.max_republish < 0 then
    runs_empty := not exists (select from posts where collection_id = queue.id and (leaving_at is not null or rejoin_at is not null));
  end if;
  if runs_empty = (queue.running_empty_since is not null) then return; end if;
  update collections set running_empty_since = case when runs_empty then now end where id = queue.id;
  if not runs_empty then return; end if;
  perform tell_event(queue.brand_id, 'queue.running_empty', now, 'collection:' || queue.id, json_build_object(
    'brand', event_brand(queue.brand_id), 'collection', event_collection(queue.id), 'posts', waiting,
    'lastPostAt', (select event_time(max(d.at)) from posts p join queue_dates d on d.post_id = p.id
      where p.collection_id = queue.id and p.queue_rank is not null)));
end $$;

-- Channels -----------------------------------------------------------------------------------------------------------

create function tell_of_channel() returns trigger language plpgsql as $$
declare
  told text := case when new.status = 'ACTIVE' then 'channel.connected' else 'channel.disconnected' end;
begin
  if not event_wanted(new.brand_id, told) then return null; end if;
  perform tell_event(new.brand_id, told, new.updated_at, 'channel:' || new.id, case when new.status = 'ACTIVE'
    then json_build_object('brand', event_brand(new.brand_id), 'channel', event_channel(new))
    else json_build_object('brand', event_brand(new.brand_id), 'channel', event_channel(new),
      'cause', case when new.status = 'REMOVED' then 'REMOVED' else 'LOG_IN_ENDED' end,
      'message', event_text(new.inactive_reason, 300)) end);
  return null;
end $$;
create trigger channels_told_new after insert on channels for each row
  when (new.status = 'ACTIVE') execute function tell_of_channel();
create trigger channels_told_changed after update on channels for each row
  when (new.status = 'ACTIVE' and (old.status not in ('ACTIVE', 'INACTIVE') or old.needs_log_in and not new.needs_log_in)
    or new.status = 'INACTIVE' and new.needs_log_in and not old.needs_log_in
    or new.status = 'REMOVED' and old.status in ('ACTIVE', 'INACTIVE'))
  execute function tell_of_channel();

-- A log-in ends soon: one event for each brand that publishes by it.
create function tell_of_log_in() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select h.brand_id, min(h.id) first, json_agg(event_channel(h) order by h.id) channels
    from (select * from channels where grant_id = new.id and status = 'ACTIVE' order by id limit 30) h group by h.brand_id order by h.brand_id
  loop
    continue when not event_wanted(part.brand_id, 'channel.expiring');
    perform tell_event(part.brand_id, 'channel.expiring', new.warned_at, 'channel:' || part.first, json_build_object(
      'brand', event_brand(part.brand_id), 'channels', part.channels, 'account', event_text(new.name, 200),
      'endsAt', event_time(new.ends_at)));
  end loop;
  return null;
end $$;
create trigger grants_told after update on grants for each row
  when (old.warned_at is null and new.warned_at is not null) execute function tell_of_log_in();

-- Automations --------------------------------------------------------------------------------------------------------

-- Posts that were made since a run was last noted down: one that was interrupted has made posts, too.
alter table automations add column posts_untold integer not null default 0;

create function event_automation(automation automations) returns json language sql stable as $$
  select json_build_object('id', automation.id, 'name', event_text(automation.name, 200), 'status', automation.status)
$$;

create function tell_of_failures() returns trigger language plpgsql as $$
begin
  if not event_wanted(new.brand_id, 'automation.failing') then return null; end if;
  perform tell_event(new.brand_id, 'automation.failing', new.updated_at, 'automation:' || new.id, json_build_object(
    'brand', event_brand(new.brand_id), 'automation', event_automation(new), 'collection', event_collection(new.collection_id),
    'failures', new.failures, 'failingSince', event_time(new.failing_since), 'problem', event_text(new.problem, 300)));
  return null;
end $$;
create trigger automations_told after update on automations for each row
  when (old.status = 'ACTIVE' and new.status in ('FAILING', 'STOPPED') and new.failures > 0) execute function tell_of_failures();

create function tell_of_run() returns trigger language plpgsql as $$
declare
  automation automations;
  made integer;
begin
  select * into automation from automations where id = new.automation_id;
  made := greatest(new.posts, automation.posts_untold);
  if automation.id is null or made = 0 then return null; end if;
  update automations set posts_untold = 0 where id = automation.id and posts_untold > 0;
  if not event_wanted(automation.brand_id, 'automation.imported') then return null; end if;
  perform tell_event(automation.brand_id, 'automation.imported', new.ended_at, 'automation:' || automation.id, json_build_object(
    'brand', event_brand(automation.brand_id), 'automation', event_automation(automation),
    'collection', event_collection(automation.collection_id), 'posts', made, 'asDrafts', automation.add_posts_as_draft));
  return null;
end $$;
create trigger automation_runs_told after insert on automation_runs for each row execute function tell_of_run();
