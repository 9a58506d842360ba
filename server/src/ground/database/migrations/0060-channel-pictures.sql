-- The picture of a channel's account, small. Replaced when the account is connected anew.
create table channel_pictures (
  channel_id bigint primary key references channels on delete cascade,
  -- WebP.
  image bytea not null,
  -- SHA-256 of the image: part of its address, so that browsers may keep it for good.
  hash text not null,
  kept_at timestamptz not null
);
create index channel_pictures_hash on channel_pictures (hash);
