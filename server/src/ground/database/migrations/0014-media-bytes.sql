-- What the media of an account take, so that a limit can be held without adding all of them up each time.
create table media_bytes (
  account_id bigint primary key references accounts (id) on delete cascade,
  bytes bigint not null
);

insert into media_bytes (account_id, bytes)
  select b.account_id, sum(m.size_bytes) from media m join brands b on b.id = m.brand_id group by b.account_id;
