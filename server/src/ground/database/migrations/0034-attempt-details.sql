-- What an attempt sent and got is most of what the ledger keeps, and of use for a while only: it stands by itself, in a partition for
-- each month, and a month is removed by dropping its partition. What became of the attempt stays in `attempts`, narrow and for good:
-- it decides what may be sent again, and there is one of each number. The old table becomes the details' first partition, up to the
-- end of this month; only the narrow columns are copied.
alter table attempts rename to attempt_details_before;
alter table attempt_details_before rename constraint attempts_pkey to attempt_details_before_numbers;
alter table attempt_details_before alter column id drop identity;

create table attempts (
  id bigint generated always as identity,
  delivery_id bigint not null,
  number integer not null,
  step text not null check (step in ('publish', 'check', 'find')),
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome jsonb,
  -- Checks that follow each other share one entry.
  times integer not null default 1
);

do $$
declare
  slice constant integer := 50000;
  at bigint;
  last bigint;
  copied bigint := 0;
  added bigint;
begin
  select min(delivery_id), max(delivery_id) into at, last from attempt_details_before;
  while at <= last loop
    insert into attempts (id, delivery_id, number, step, started_at, ended_at, outcome, times) overriding system value
      select id, delivery_id, number, step, started_at, ended_at, outcome, times from attempt_details_before
      where delivery_id >= at and delivery_id < at + slice order by delivery_id, number;
    get diagnostics added = row_count;
    copied := copied + added;
    at := at + slice;
    raise info 'attempts: % copied, up to delivery % of %', copied, least(at - 1, last), last;
  end loop;
  perform setval(pg_get_serial_sequence('attempts', 'id'), (select max(id) from attempts)) where exists (select from attempts);
end $$;

-- From now on: a row grows to about three times its size when its attempt ends. It then still fits into its page, and no index hears of it.
alter table attempts add primary key (delivery_id, number), set (fillfactor = 35);

create table attempt_details (
  attempt_id bigint not null,
  -- When the attempt began.
  started_at timestamptz not null,
  -- Method, address without ids, status, the beginning of the reply; without secrets.
  calls jsonb,
  primary key (attempt_id, started_at)
) partition by range (started_at);

-- Takes what has no month: when an attempt ends, that is stored whatever became of the upkeep.
create table attempt_details_other partition of attempt_details default;

alter table attempt_details_before drop constraint attempt_details_before_numbers, drop column delivery_id, drop column number,
  drop column step, drop column ended_at, drop column outcome, drop column times;
alter table attempt_details_before rename column id to attempt_id;

do $$
begin
  execute format('alter table attempt_details attach partition attempt_details_before for values from (minvalue) to (%L)',
    (select date_trunc('month', greatest(max(started_at), now()), 'UTC') + interval '1 month' from attempt_details_before));
end $$;
