-- What an application at a platform may use in a billing cycle, and what it has used in the current one. Amounts are whole
-- numbers of the budget's smallest part. A row exists once something was reserved or set.
create table budgets (
  -- The slug of the platform at which the application is registered.
  application text not null,
  sandbox boolean not null,
  name text not null,
  -- Null: no limit.
  limit_amount bigint check (limit_amount >= 0),
  -- The day of the month on which a cycle begins; the last one of a month that has fewer days.
  cycle_day integer not null check (cycle_day between 1 and 31),
  -- The beginning of the cycle to which `used` belongs.
  begins_at timestamptz not null,
  used bigint not null check (used >= 0),
  primary key (application, sandbox, name)
);

-- How far a channel's hold reaches (channel, grant, application; null: a rate limit, which is no hold of what waits), and the budget
-- that is used up. Null: the network itself let nothing through.
alter table channels add column held_scope text, add column held_budget text;

-- What a person has decided about deliveries whose outcome could not be determined.
create table settlements (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  decision text not null check (decision in ('published', 'again')),
  -- Where the person found it.
  url text,
  settled_by text not null,
  settled_at timestamptz not null
);
create index settlements_delivery on settlements (delivery_id);
-- One of its deliveries was sent again when the post was on its way to its next round: how that ends is no news for the post.
alter table publications add column detached boolean not null default false;
