-- What a story is on a channel without stories, as a regular post; null for every other post.
alter table posts add column regular_type text;

-- The parts into which the first attempt split a caption that was too long for the channel: every later one makes the same.
alter table deliveries add column split jsonb;

-- Stories from before, and their entries, by the rules that post types had then.
create function regular_type(body text, is_thread boolean, poll jsonb, files text[]) returns text language sql as $$
  select case
    when poll is not null then 'POLL'
    when is_thread and (select count(*) > 1 from regexp_split_to_table(body, '(?:\r?\n){3,}') part where part ~ '\S') then 'THREAD'
    when 'application/pdf' = any(mimes) then 'DOCUMENT'
    when videos > 1 or videos > 0 and images > 0 then 'MULTIMEDIA'
    when images > 1 then 'SLIDES'
    when videos = 1 then 'VIDEO'
    when images = 1 then 'IMAGE'
    else 'TEXT' end
  from (
    select array_agg(m.mime) mimes, count(*) filter (where m.mime like 'video/%') videos, count(*) filter (where m.mime like 'image/%') images
    from unnest(files) as file (id) join media m on m.id = file.id
  ) counted
$$;

update posts set regular_type = regular_type(body, auto_thread, poll, media_ids) where as_story;

update deliveries d set post_type = regular_type(p.content ->> 'text', (p.content ->> 'thread')::boolean, nullif(p.content -> 'poll', 'null'),
  array(select jsonb_array_elements_text(p.content -> 'mediaIds')))
from publications p
where p.id = d.publication_id and d.parent_id is null and d.post_type = 'STORY' and d.channel_type not in ('Facebook', 'Instagram');

drop function regular_type;
