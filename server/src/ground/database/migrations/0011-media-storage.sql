-- Whose the files are that the storage of media holds, and when orphans among them were last looked for. One row.
create table media_storage (
  owner uuid not null default gen_random_uuid(),
  collected_at timestamptz
);
insert into media_storage default values;

-- Whether a stored file belongs to a medium.
create index media_file on media (storage_key);
