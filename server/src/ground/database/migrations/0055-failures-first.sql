-- Of a round with more results than an event holds, those that failed are told first.
create or replace function tell_of_round() returns trigger language plpgsql as $$
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
        from deliveries d where d.publication_id = new.id and d.parent_id is null order by d.status <> 'FAILED', d.id limit shown
      ) r;
    exit when octet_length(facts::text) <= 19000 or shown <= 1;
    shown := shown / 2;
  end loop;
  insert into events (brand_id, type, at, subject, publication_id, body)
  values (new.brand_id, verdict, new.settled_at, 'post:' || new.post_id, new.id, event_body(verdict, new.settled_at, facts));
  return null;
end $$;
