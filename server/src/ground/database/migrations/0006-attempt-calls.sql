-- What an attempt sent and got: method, address without ids, status, the beginning of the reply; without secrets.
alter table attempts add column calls jsonb;
