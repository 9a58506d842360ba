-- Mails that are still to be sent. The content is sealed, with whom it is for and the links in it, and deleted as soon as nothing is
-- to be sent any more.
create table mails (
  id bigint generated always as identity primary key,
  -- Made when the mail is stored, so that one that is sent twice after a crash is shown once.
  message_id text not null unique,
  content text,
  created_at timestamptz not null,
  -- When it is tried next; whoever takes it to send it moves this on. Null: it was sent, refused or given up.
  next_at timestamptz,
  -- After this it is given up.
  ends_at timestamptz not null,
  tries integer not null default 0,
  constraint mails_content check ((next_at is null) = (content is null))
);
create index mails_next on mails (next_at) where next_at is not null;
create index mails_age on mails (created_at);

-- Links that prove who has an address or let somebody choose a new password: the newest of each kind, once. What a link says is kept as
-- its SHA-256 alone.
create table account_links (
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset', 'change')),
  -- The address that it is about: for 'change' the new one, else the one that the person had.
  email text not null,
  hash bytea not null unique,
  -- Whether it was sent to the address, so that its use shows who has that.
  mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
create index account_links_expiry on account_links (expires_at);
