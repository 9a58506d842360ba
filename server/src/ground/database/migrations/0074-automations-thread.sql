-- Whether a post that an automation makes becomes a thread where it is too long, as `posts.auto_thread` says of each.
alter table automations add column auto_thread boolean not null default false;
