-- The end of a token that no channel uses was taken for the end of the log-in: the channels of Facebook's log-in have tokens of their own.
update grants set access_ends_at = null where application = 'facebook' and renew_at is null and ends_at is null;

-- Why the last renewal did not succeed; null if it did.
alter table grants add column renewal_problem text;
