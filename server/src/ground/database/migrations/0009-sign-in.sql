-- Browsers in which somebody is signed in. What their cookies say is kept as its SHA-256 alone.
create table sessions (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Attempts, by what they are counted under; a count begins anew when its time is over.
create table throttles (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index throttles_end on throttles (ends_at);

-- Programs that may ask a user for access: they registered themselves, or their id is the address of a document about them.
create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- Of a document: when it has to be read again. Null: registered.
  stale_at timestamptz,
  created_at timestamptz not null,
  -- When a user last let the program in; null: nobody has yet.
  admitted_at timestamptz
);

-- Each time that a user lets a program in: what it may do, the code that it gets, and what its tokens hang on.
create table oauth_grants (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  client_id text not null,
  scope text not null,
  resource text not null,
  code_hash bytea not null unique,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  code_used_at timestamptz,
  redirect_uri text not null,
  created_at timestamptz not null,
  -- From then on nothing that hangs on it works.
  expires_at timestamptz not null,
  foreign key (user_id, client_id) references tool_clients on delete cascade
);
create index oauth_grants_client on oauth_grants (user_id, client_id);
create index oauth_grants_expiry on oauth_grants (expires_at);

create table oauth_tokens (
  hash bytea primary key,
  grant_id bigint not null references oauth_grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scope text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a refresh token: when it was exchanged for the next one. It stays, so that a second use is seen.
  used_at timestamptz
);
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_expiry on oauth_tokens (expires_at);
