-- The channels of its collection to which a post does not go. Empty: it goes to all of them.
alter table posts add column left_out bigint[] not null default '{}';
