-- When a network has last been asked and has let nothing through on the channel; null if it has not.
alter table channels add column held_at timestamptz;
