-- SHA-256 of the title of a feed's only item: how two that link to the same page are told apart.
alter table feed_items add column title_key text;
