-- SHA-256 of title and date: how an item is known whose site has got another address, which changes its id and link in one run.
alter table feed_items add column dated_key text;
create index feed_items_dated on feed_items (automation_id, dated_key) where dated_key is not null;
