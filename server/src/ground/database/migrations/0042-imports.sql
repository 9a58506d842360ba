-- Files of posts that came from other tools, and what became of each of their rows.
create table imports (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands on delete cascade,
  file_name text not null,
  -- Which tool wrote it.
  source text not null,
  mode text not null,
  state text not null check (state in ('RUNNING', 'DONE', 'CANCELLED', 'UNDOING', 'UNDONE')),
  -- The names of its columns, for the rows that failed.
  header text[] not null,
  -- Who started it, and who undoes it: {"surface": …, "person": …, "through": …}.
  doer jsonb not null,
  undoer jsonb,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index imports_brand on imports (brand_id, id desc);
create index imports_at_work on imports (id) where state in ('RUNNING', 'UNDOING');

create table import_rows (
  import_id bigint not null references imports on delete cascade,
  -- As a spreadsheet counts.
  number integer not null,
  brand_id bigint not null,
  -- 'MADE' and after undoing 'REMOVED', 'KEPT' or 'GONE' (somebody had deleted the post).
  state text not null check (state in ('WAITING', 'MADE', 'FAILED', 'SKIPPED', 'CANCELLED', 'REMOVED', 'KEPT', 'GONE')),
  -- Of text, date and media: the same again is the same post.
  fingerprint text not null,
  collection_id bigint,
  -- The post as it is to be created; null once it has been.
  body jsonb,
  -- As in the file; null once there is a post.
  cells text[],
  -- The beginning of its text.
  caption text not null,
  post_id bigint,
  -- The post's version when it was made: another one has been changed.
  made_version timestamptz,
  -- Why it failed, or why its post stays.
  problem text,
  -- How often the service itself was in trouble with it.
  tries integer not null default 0,
  primary key (import_id, number)
);
create index import_rows_state on import_rows (import_id, state, number);
create index import_rows_known on import_rows (brand_id, fingerprint) where state in ('WAITING', 'MADE', 'KEPT');
