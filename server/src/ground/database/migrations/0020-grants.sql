-- Applications that the operator registered at platforms and entered here; the environment's come first.
create table platform_applications (
  platform text primary key,
  client_id text not null,
  -- Sealed; null for an application without a secret.
  client_secret text,
  updated_at timestamptz not null
);

-- What a person gave at a network's log-in. One may serve several channels: pages, organisations, boards.
create table grants (
  id bigint generated always as identity primary key,
  -- The platform whose application it was given to, and which application. Empty: given as a token.
  application text not null,
  client_id text not null,
  sandbox boolean not null,
  -- The person at the network.
  remote_id text not null,
  name text not null,
  scopes text[] not null,
  -- Sealed; null once it has ended.
  credentials text,
  -- Grows with every change of the credentials: what was read under another number is out of date.
  version integer not null,
  access_ends_at timestamptz,
  renew_at timestamptz,
  ends_at timestamptz,
  -- When the network is asked whether it still accepts the tokens.
  probe_at timestamptz not null,
  warned_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  -- No channel needs it any more: it is given back at the network, then deleted.
  leaving_at timestamptz,
  leaving_tries integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (application, client_id, sandbox, remote_id)
);
create index grants_renew on grants (renew_at) where renew_at is not null and ended_at is null;
create index grants_probe on grants (probe_at) where ended_at is null;
create index grants_end on grants (ends_at) where ends_at is not null and ended_at is null;
create index grants_leaving on grants (leaving_at) where leaving_at is not null;

alter table channels add column grant_id bigint references grants on delete set null;
-- Whether the channel is inactive because a log-in is missing; one that the operator switched off stays off.
alter table channels add column needs_log_in boolean not null default false;
create index channels_grant on channels (grant_id) where grant_id is not null;

-- Log-ins in progress. What addresses and cookies say is kept as its SHA-256 alone.
create table log_ins (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands on delete cascade,
  user_id bigint references users on delete cascade,
  type text not null,
  -- Which of the connector's ways to log in.
  application text not null,
  sandbox boolean not null,
  -- Set for a reconnect: only this channel's account will do.
  channel_id bigint references channels on delete cascade,
  status text not null check (status in ('begun', 'sent', 'answered', 'done', 'failed')),
  -- Of an address that was printed, until a browser opens it.
  begin_hash bytea unique,
  -- Of the state in the network's answer, until the answer comes.
  state_hash bytea unique,
  -- The browser that may go on.
  holder_hash bytea,
  -- Sealed: what has to be remembered until the answer, then the accounts to choose from.
  memory text,
  problem text,
  grant_id bigint references grants on delete set null,
  channel_ids bigint[] not null default '{}',
  created_at timestamptz not null,
  ends_at timestamptz not null
);
create index log_ins_end on log_ins (ends_at);
create index log_ins_brand on log_ins (brand_id);
create index log_ins_grant on log_ins (grant_id) where grant_id is not null;

-- What a platform is processing is asked about while the channel is held.
create index deliveries_pending on deliveries (channel_id, next_at) where status = 'pending';

-- Whether a lookup has been completed since the last publish attempt. One that was interrupted has decided nothing.
alter table deliveries add column looked boolean not null default false;
update deliveries set looked = looks > 0 where looks > 0;
