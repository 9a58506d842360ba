-- What is still inside (waiting, publishing, …) is in no list: the lists' indexes need not be written until a delivery is
-- shown, which spares most of the work of a delivery's way. The lists say the same condition in the same words.
drop index deliveries_list, deliveries_created, deliveries_likes, deliveries_comments, deliveries_shares, deliveries_published,
  deliveries_channel, deliveries_collection;
create index deliveries_list on deliveries (brand_id, status, id) where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_created on deliveries (brand_id, status, created_at, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_likes on deliveries (brand_id, status, likes, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_comments on deliveries (brand_id, status, comments, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_shares on deliveries (brand_id, status, shares, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_published on deliveries (brand_id, status, published_at)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_channel on deliveries (channel_id, status, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index deliveries_collection on deliveries (collection_id, status, id)
  where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');

do $$
begin
  drop index if exists deliveries_search;
  create index deliveries_search on deliveries using gin (search_text gin_trgm_ops)
    where status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
exception when others then
  raise notice 'trigram index left out: %', sqlerrm;
end $$;
