-- Which posts a medium is used in. Most posts have no media: these are left out.
create index posts_media on posts using gin (media_ids) where media_ids <> '{}';

alter table automations
  -- Null: it has made posts before they were counted.
  add column posts_made integer,
  -- Why the last run got nothing, or not all of it; null if it was fine.
  add column problem text;
alter table automations alter column posts_made set default 0;

-- The runs of the last weeks: when each ended, how many posts it made, and what went wrong.
create table automation_runs (
  automation_id bigint not null references automations on delete cascade,
  ended_at timestamptz not null,
  posts integer not null,
  problem text
);
create index automation_runs_of on automation_runs (automation_id, ended_at);
