-- A post's own words for some networks, by channel type: each with its text and with what it makes of the post there. Null: none.
alter table posts add column captions jsonb;

-- What is remembered of a deleted post, so that somebody who asks what became of it gets an answer. Forgotten after 90 days.
create table deleted_posts (
  post_id bigint primary key,
  brand_id bigint not null references brands,
  -- As it was called then: it may be gone too.
  collection text not null,
  -- The beginning of its title or text.
  text text not null,
  posting_type text not null,
  status text not null,
  -- When it was due, or had last left.
  post_at timestamptz,
  with_collection boolean not null,
  surface text not null check (surface in ('DASHBOARD', 'COMMAND', 'KEY', 'PROGRAM')),
  -- The person's name; null for the operator. `through`: the name of their API key or program.
  person text,
  through text,
  deleted_at timestamptz not null
);
create index deleted_posts_brand on deleted_posts (brand_id, deleted_at desc, post_id desc);
create index deleted_posts_old on deleted_posts (deleted_at);
