-- When likes, comments and shares were last read from the network; null: never, so that they are not known to be 0. `counts_at` also
-- moves when a network could not be asked or gives no counts.
alter table deliveries add column counts_read_at timestamptz;
update deliveries set counts_read_at = counts_at where counts_at is not null and (likes > 0 or comments > 0 or shares > 0);

-- What was read, whenever a figure had changed or the last reading was a day old.
create table count_readings (
  delivery_id bigint not null references deliveries on delete cascade,
  read_at timestamptz not null,
  brand_id bigint not null,
  likes integer not null,
  comments integer not null,
  shares integer not null,
  -- More than at the reading before it; for the first one, all of them.
  likes_gained integer not null,
  comments_gained integer not null,
  shares_gained integer not null,
  primary key (delivery_id, read_at)
);
create index count_readings_brand on count_readings (brand_id, read_at);
-- On which days readers did what was read before is not known.
insert into count_readings (delivery_id, read_at, brand_id, likes, comments, shares, likes_gained, comments_gained, shares_gained)
select id, counts_read_at, brand_id, likes, comments, shares, 0, 0, 0 from deliveries where counts_read_at is not null;

-- A person may also have a delivery tried again of which nothing had arrived.
alter table settlements drop constraint settlements_decision_check;
alter table settlements add constraint settlements_decision_check check (decision in ('published', 'again', 'retry'));
