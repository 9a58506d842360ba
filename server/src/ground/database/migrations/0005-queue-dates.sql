-- The moments of queued posts stand by themselves, narrow and without a second index: a move at the front of a long queue
-- changes every one of them, in place.
create table queue_dates (
  post_id bigint primary key references posts on delete cascade,
  at timestamptz
) with (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.5);

insert into queue_dates (post_id, at) select id, post_at from posts where queue_rank is not null;
update posts set post_at = null where queue_rank is not null;
