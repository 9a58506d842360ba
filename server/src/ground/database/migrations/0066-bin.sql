-- What a deleted post needs to be restored, as long as its deletion is remembered.
create table deleted_contents (
  post_id bigint primary key references deleted_posts on delete cascade,
  -- Its row as it was, and its own preferences of channels.
  post jsonb not null,
  preferences jsonb not null,
  -- Its rounds, which forget their post when it is deleted.
  publication_ids bigint[] not null
);

-- Rounds are listed newest first; the other order of the same rows goes.
create index if not exists publications_list on publications (brand_id, due_at, id);
drop index if exists publications_brand;
