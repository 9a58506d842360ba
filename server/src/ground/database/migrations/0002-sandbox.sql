-- Sandbox networks: what they hold, by network, kind and id. Documents are the networks' own; ours is only the key.

create sequence sandbox_ids start 100001;

create table sandbox_objects (
  network text not null,
  kind text not null,
  id text not null,
  document jsonb not null,
  created_at timestamptz not null,
  -- Breaks ties of created_at, so that a list has one order.
  position bigint generated always as identity,
  primary key (network, kind, id)
);
-- "The newest of a kind" and "the newest of a kind that have this field"; both are page loads and replies of the networks.
create index sandbox_objects_newest on sandbox_objects (network, kind, created_at desc, position desc);
create index sandbox_objects_fields on sandbox_objects using gin (document jsonb_path_ops);

create table sandbox_files (
  network text not null,
  id text not null,
  bytes bytea not null,
  primary key (network, id)
);
-- Uploads are compressed already; stored plainly, a piece of one is read without the rest.
alter table sandbox_files alter column bytes set storage external;
