-- Steps of a delivery are counted by what they are. A check of what a platform is processing, and a look for what may have
-- arrived, are no tries: the back-off and the end of trying follow from attempts to publish alone.
alter table deliveries rename column tries to steps;
alter table deliveries add column tries integer not null default 0;
-- Since the last attempt to publish.
alter table deliveries add column looks integer not null default 0;
alter table deliveries add column checks integer not null default 0;
-- What a platform is processing may be visible to readers: then it is settled even after the post has been deleted.
alter table deliveries add column may_be_live boolean not null default true;
update deliveries d set tries = (select count(*) from attempts a where a.delivery_id = d.id and a.step = 'publish') where d.next_at is not null;

-- Checks that follow each other share one entry.
alter table attempts add column times integer not null default 1;

-- A rate limit, or a server that is away, concerns everything on a channel: nothing is sent there until then, and what waits
-- keeps its order.
alter table channels add column held_until timestamptz, add column held_reason text;
create index channels_held on channels (held_until) where held_until is not null;
