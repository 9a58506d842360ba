-- When a person has said of a failure that it is left as it is; null: it still needs somebody. Trying again takes it back.
alter table deliveries add column left_at timestamptz;
create index deliveries_needy on deliveries (brand_id, published_at, publication_id)
  where status = 'FAILED' and left_at is null and post_id is not null;
