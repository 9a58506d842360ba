-- Since when a quota or a limit has let nothing through on a channel. Waiting for it is not trying, but it does not last forever.
alter table channels add column held_since timestamptz;
