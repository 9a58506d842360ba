-- Tool clients that users let in: one row per client and user.
create table tool_clients (
  client_id text not null,
  user_id bigint not null references users,
  name text not null,
  granted_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, client_id)
);
create index tool_clients_client on tool_clients (client_id);
