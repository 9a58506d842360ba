-- The user name and password with which an automation fetches its feed, sealed: they were part of the address that somebody gave.
create table automation_logins (
  automation_id bigint primary key references automations on delete cascade,
  sealed text not null
);
