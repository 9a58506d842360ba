-- The ledger writes a delivery when its post leaves, when an attempt begins and when it ends. The step in the middle changes
-- no indexed column any more, so that it is done in the row's own page and no index hears of it.
-- An attempt is under way, or was cut off, while lease_until is set; status and next_at stay as they were before it.
alter table deliveries add column lease_until timestamptz;
update deliveries set lease_until = next_at, next_at = coalesce(first_attempt_at, created_at), status = 'waiting' where status = 'publishing';
alter table deliveries drop constraint deliveries_status_check;
alter table deliveries add constraint deliveries_status_check check (status in ('waiting', 'pending', 'unknown', 'commented', 'cancelled',
  'PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING'));
alter table deliveries set (fillfactor = 70);

-- How many deliveries of a publication (without comments) have not come to an end, and how many reached readers: told by the
-- row itself, which is locked when it changes, and not by counting what others change at the same moment.
alter table publications
  add column open integer not null default 0,
  add column reached integer not null default 0;
update publications p set open = d.open, reached = d.reached
from (
  select publication_id, count(*) filter (where status in ('waiting', 'pending', 'unknown', 'RETRYING')) "open",
    count(*) filter (where status in ('PUBLISHED', 'SENT')) reached
  from deliveries where parent_id is null group by publication_id
) d where d.publication_id = p.id;
alter table publications set (fillfactor = 70);

-- What the ledger refers to is locked by the statement that writes the reference, or is never removed; a post that is removed
-- is taken out of the ledger in the same transaction. Looking each reference up again cost a fifth of a delivery.
alter table deliveries
  drop constraint deliveries_brand_id_fkey,
  drop constraint deliveries_channel_id_fkey,
  drop constraint deliveries_post_id_fkey,
  drop constraint deliveries_publication_id_fkey;
alter table publications
  drop constraint publications_brand_id_fkey,
  drop constraint publications_collection_id_fkey,
  drop constraint publications_post_id_fkey;
alter table attempts drop constraint attempts_delivery_id_fkey;

-- The deliveries of a post are found through its publications; the list of entries alone asks for those of a post.
drop index deliveries_post;
create index deliveries_post on deliveries (post_id) where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');

-- An attempt has a name already: its delivery's, and its number. The id is left as the order of all attempts.
alter table attempts drop constraint attempts_pkey, drop constraint attempts_delivery_id_number_key, add primary key (delivery_id, number);

-- A post that leaves stays in the index of what is due until it is published, so that its departure is written in place.
drop index posts_due;
create index posts_due on posts (post_at) where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING';
alter table posts set (fillfactor = 60);
