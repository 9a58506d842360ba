-- What a person has chosen for a channel, by the names that its connector declares, and how the account differs from what is
-- declared: fewer options, or none.
alter table channels add column preferences jsonb not null default '{}', add column account_preferences jsonb not null default '{}';

-- A post's own values on a channel, used in place of the channel's.
create table post_preferences (
  post_id bigint not null references posts on delete cascade,
  channel_id bigint not null references channels on delete cascade,
  preferences jsonb not null,
  primary key (post_id, channel_id)
);
create index post_preferences_channel on post_preferences (channel_id);
