-- A post is given up that its platform processes for a day, counted from when it began to, not from the first attempt: the service may
-- have been down since. While a quota keeps the platform from going on, since when it has: `reason` tells which. Null otherwise, and in
-- what was pending before this column.
alter table deliveries add column pending_since timestamptz;
