-- Archives of brands that are being made or can be downloaded. The file is in the media storage, where every process reaches it.
create table brand_archives (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands on delete cascade,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  -- The person's name; null for the operator.
  asked_by text,
  asked_at timestamptz not null,
  -- How often it was begun: a process that is killed over it must not be killed over it for ever.
  tries smallint not null default 0,
  done_bytes bigint not null default 0,
  total_bytes bigint,
  size_bytes bigint,
  storage_key text,
  -- When it is removed.
  ends_at timestamptz,
  problem text
);
create unique index brand_archives_making on brand_archives (brand_id) where status = 'making';
create index brand_archives_brand on brand_archives (brand_id, id);
create index brand_archives_end on brand_archives (ends_at) where ends_at is not null;

-- A brand that came from another installation: from which archive and when. Until its queue is switched on for the first time
-- (`arrived_through` is null from then on), the scheduled posts that came with it, which have ids up to this one, do not leave.
alter table brands add column arrived_from uuid, add column arrived_at timestamptz, add column arrived_through bigint;
