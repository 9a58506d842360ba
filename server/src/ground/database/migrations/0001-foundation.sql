-- People, accounts and keys ------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  name text not null,
  email text not null,
  timezone text,
  verified boolean not null,
  password_hash text,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

-- One account per user; brands belong to their owner's account. Null limits mean none.
create table accounts (
  id bigint generated always as identity primary key,
  owner_id bigint not null unique references users,
  sensitive_actions boolean not null default false,
  max_collections integer,
  max_automations integer,
  max_scheduled_posts integer
);

create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id);

-- Brands and what they hold ------------------------------------------------------------------------------------------

create table brands (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  title text not null,
  description text,
  timezone text,
  queue_status text not null default 'ACTIVE' check (queue_status in ('ACTIVE', 'PAUSED')),
  -- Kept in the transactions that create and delete posts: the limit is checked without counting.
  posts_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table brand_members (
  brand_id bigint not null references brands,
  user_id bigint not null references users,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null,
  primary key (user_id, brand_id)
);
create index brand_members_brand on brand_members (brand_id);

create table channels (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  type text not null,
  name text not null,
  status text not null check (status in ('ACTIVE', 'INACTIVE', 'PENDING', 'REMOVED', 'ACCOUNT')),
  remote_id text,
  handle text,
  -- Sealed text; null once the channel is removed.
  credentials text,
  settings jsonb not null default '{}',
  sandbox boolean not null default false,
  inactive_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index channels_brand on channels (brand_id, id);

create table collections (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  title text not null,
  description text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  max_republish integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index collections_brand on collections (brand_id, id);

create table collection_channels (
  collection_id bigint not null references collections,
  channel_id bigint not null references channels,
  position integer not null,
  primary key (collection_id, channel_id)
);
create index collection_channels_channel on collection_channels (channel_id);

-- Weekly slots. next_at is the coming wall-clock moment in UTC; the clock fires what is due.
create table slots (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  collection_id bigint not null references collections,
  day smallint not null check (day between 1 and 7),
  time text not null,
  next_at timestamptz not null,
  sent_at timestamptz
);
create index slots_due on slots (next_at);
create index slots_collection on slots (collection_id, day, time, id);
create index slots_brand on slots (brand_id, day, time, id);

create table media (
  id text primary key,
  -- Rises with creation: the order of lists.
  number bigint generated always as identity unique,
  brand_id bigint not null references brands,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  width integer,
  height integer,
  duration_seconds double precision,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index media_brand on media (brand_id, number) include (mime);

create table automations (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  collection_id bigint not null references collections,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'FAILING', 'STOPPED')),
  type text not null,
  feed_url text not null,
  -- Where discovery found the feed; feed_url stays as sent.
  fetch_url text not null,
  etag text,
  last_modified text,
  import_as_type text not null,
  title text not null,
  caption text not null,
  load_old_posts boolean not null,
  add_posts_as_draft boolean not null,
  refresh_hours smallint not null,
  run_count integer not null default 0,
  last_run_at timestamptz,
  next_run_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index automations_brand on automations (brand_id, id);
create index automations_due on automations (next_run_at) where status in ('ACTIVE', 'FAILING');

-- Items that an automation knows. A known item is never imported again.
create table feed_items (
  automation_id bigint not null references automations,
  key text not null,
  link_key text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (automation_id, key)
);
create index feed_items_link on feed_items (automation_id, link_key);

-- Posts --------------------------------------------------------------------------------------------------------------

create table posts (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  collection_id bigint not null references collections,
  title text,
  body text not null,
  alt text,
  link text,
  post_type text not null,
  posting_type text not null check (posting_type in ('NOW', 'SCHEDULE', 'QUEUE', 'DRAFT')),
  status text not null check (status in ('PENDING', 'DRAFT', 'PUBLISHED')),
  -- When it leaves or left. For queued posts the moment of their slot, kept equal to the projection of the queue.
  post_at timestamptz,
  -- Place in the collection's queue; set exactly while it waits there.
  queue_rank bigint,
  -- Set while a publication of it is under way.
  leaving_at timestamptz,
  -- When it joins the queue again (evergreen).
  rejoin_at timestamptz,
  media_ids text[] not null default '{}',
  poll jsonb,
  comment jsonb,
  platforms jsonb,
  as_story boolean not null default false,
  auto_thread boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index posts_brand on posts (brand_id, id) include (status, posting_type, post_type, collection_id, created_at);
create index posts_collection on posts (collection_id, id) include (brand_id, status, posting_type, post_type, created_at);
create index posts_brand_date on posts (brand_id, post_at desc nulls last, id desc);
create index posts_brand_created on posts (brand_id, created_at, id);
create index posts_brand_updated on posts (brand_id, updated_at, id);
create index posts_brand_title on posts (brand_id, title desc nulls last, id desc);
create index posts_queue on posts (collection_id, queue_rank, id) where queue_rank is not null;
create index posts_due on posts (post_at) where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and leaving_at is null;
create index posts_of_day on posts (collection_id, post_at) where posting_type in ('NOW', 'SCHEDULE');
create index posts_rejoin on posts (rejoin_at) where rejoin_at is not null;

-- The ledger ---------------------------------------------------------------------------------------------------------

-- One leaving of a post: a frozen copy of what goes out, to every channel of the collection at that moment.
create table publications (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brands,
  collection_id bigint not null references collections,
  post_id bigint references posts on delete set null,
  slot_id bigint,
  due_at timestamptz not null,
  content jsonb not null,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index publications_post on publications (post_id);

-- A publication on one channel, and the automatic comment below it (parent_id set). In capitals: shown as published entries.
create table deliveries (
  id bigint generated always as identity primary key,
  -- The idempotency key: random, so that no other installation that posts to the same account has it.
  key uuid not null default gen_random_uuid(),
  publication_id bigint not null references publications,
  parent_id bigint references deliveries,
  brand_id bigint not null references brands,
  collection_id bigint,
  post_id bigint references posts on delete set null,
  channel_id bigint references channels,
  channel_name text,
  channel_type text,
  status text not null check (status in ('waiting', 'publishing', 'pending', 'unknown', 'commented', 'cancelled',
    'PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')),
  -- Stable machine word of why it is in this state.
  reason text,
  message text,
  post_type text,
  body text,
  -- Lower-cased outside the database, whose own folding depends on its locale.
  search_text text,
  url text,
  remote_id text,
  -- What the next step needs: when, how often tried, since when, receipt of a platform that is still processing.
  next_at timestamptz,
  tries integer not null default 0,
  first_attempt_at timestamptz,
  receipt text,
  checkpoints jsonb not null default '{}',
  likes integer not null default 0,
  comments integer not null default 0,
  shares integer not null default 0,
  counts_at timestamptz,
  counts_next_at timestamptz,
  published_at timestamptz not null,
  created_at timestamptz not null
);
create index deliveries_list on deliveries (brand_id, status, id);
create index deliveries_created on deliveries (brand_id, status, created_at, id);
create index deliveries_likes on deliveries (brand_id, status, likes, id);
create index deliveries_comments on deliveries (brand_id, status, comments, id);
create index deliveries_shares on deliveries (brand_id, status, shares, id);
create index deliveries_published on deliveries (brand_id, status, published_at);
create index deliveries_post on deliveries (post_id);
create index deliveries_channel on deliveries (channel_id, status, id);
create index deliveries_collection on deliveries (collection_id, status, id);
create index deliveries_publication on deliveries (publication_id);
create index deliveries_due on deliveries (next_at) where next_at is not null;
create index deliveries_next on deliveries (channel_id, next_at, id) where next_at is not null;
create index deliveries_counts on deliveries (counts_next_at) where counts_next_at is not null;
create index deliveries_parent on deliveries (parent_id) where parent_id is not null;

-- Written before the platform is called; an attempt without an outcome is one whose outcome is not known.
create table attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  number integer not null,
  step text not null check (step in ('publish', 'check', 'find')),
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome jsonb,
  unique (delivery_id, number)
);

-- Shared counters of the rate limits where several processes serve; worthless after a crash.
create unlogged table rate_limits (
  key text not null,
  window_started_at timestamptz not null,
  count integer not null,
  primary key (key, window_started_at)
);

-- Fast search in published text where the server offers trigrams; correct without.
do $$
begin
  create extension if not exists pg_trgm;
  create index deliveries_search on deliveries using gin (search_text gin_trgm_ops);
exception when others then
  raise notice 'trigram index left out: %', sqlerrm;
end
$$;
