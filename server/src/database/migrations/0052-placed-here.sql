-- When somebody last gave the post a date in this installation: then it does not wait for the queue of a brand that arrived from another one.
alter table posts add column placed_at timestamptz;
