-- By which rules of time zones the moments of slots and queued posts were worked out: the version of the IANA data that Node brings.
-- `again_at`: when it is done once more, because processes with other rules may have timed slots meanwhile; null once that is done.
create table zone_rules (id boolean primary key default true check (id), version text not null, again_at timestamptz);

-- Which figures a network has told at all: 1 likes, 2 comments, 4 shares. Null for what was read before this was kept.
alter table deliveries add column counts_told smallint;

-- What an import was started with, so that a mark that comes again with other choices is refused; null for those of earlier versions.
alter table imports add column asked text;
