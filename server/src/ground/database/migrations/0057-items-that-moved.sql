-- SHA-256 of title and date: how an item is known whose site has got another address, which changes its id and link in one run.
alter table feed_items add column dated_key text;
-- It is filled as items are read: with these, servers would answer that nothing has changed.
update automations set etag = null, last_modified = null where etag is not null or last_modified is not null;
create index feed_items_dated on feed_items (automation_id, dated_key) where dated_key is not null;
