-- Readings and conversions of media that have begun and not come to an end of their own. A row that stays tells of one that
-- ended its process: such a medium is tried three times in all, also across restarts.
create table media_trials (
  id bigint generated always as identity primary key,
  media_id text not null references media on delete cascade,
  -- 'facts', 'image' or 'video'.
  work text not null,
  begun_at timestamptz not null,
  -- Known to have ended its process; else it may still be under way.
  died boolean not null default false
);
create index media_trials_of on media_trials (media_id, work);

-- Runs that have begun since the last one that came to an end.
alter table automations add column begun_runs smallint not null default 0;
