-- People who operate the service from the dashboard as the admin token does from the command line.
alter table users add column operator boolean not null default false;

-- Sessions as their owner sees them, to end one of them.
alter table sessions add column id bigint generated always as identity unique, add column browser text;
