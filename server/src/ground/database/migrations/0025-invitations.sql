-- Links that let somebody into a brand, once. What a link says is kept as its SHA-256 alone.
create table invitations (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands on delete cascade,
  role text not null check (role in ('admin', 'editor', 'viewer')),
  hash bytea not null unique,
  invited_by bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_by bigint references users,
  accepted_at timestamptz
);
create index invitations_brand on invitations (brand_id, id);
