-- Uploads in the order in which they came: when a network's room is full, the oldest go.
alter table sandbox_files add column position bigint generated always as identity;
