-- What the content of a file says besides its type and extent; null until the file has been looked at.
alter table media add column facts jsonb;
create index media_to_look_at on media (number) where facts is null;

-- Files that were made of media because a platform takes them in another form. They lie in storage at the medium's key, a
-- dot and the variant; each can be made again, so that a missing one is no loss.
create table derived_media (
  media_id text not null references media on delete cascade,
  variant text not null,
  mime text not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  duration_seconds double precision,
  created_at timestamptz not null,
  primary key (media_id, variant)
);
