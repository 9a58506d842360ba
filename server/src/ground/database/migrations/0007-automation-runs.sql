-- What the runs of an automation leave for the next one.
alter table automations
  -- Runs that have failed in a row, and since when.
  add column failures integer not null default 0,
  add column failing_since timestamptz,
  -- Where the feed has moved for good by its server's word, and how many runs in a row said so.
  add column moved_to text,
  add column moves smallint not null default 0,
  -- The date of the newest item ever seen: what is unknown and much older comes from a feed that was rebuilt.
  add column newest_item_at timestamptz,
  -- Items of the feed are still to be imported, such as those that it had when the automation was created.
  add column catching_up boolean not null default false;

-- Without a full answer there would be nothing to import.
update automations set catching_up = true, etag = null, last_modified = null where load_old_posts and run_count = 0;

-- Tells an item when neither its id nor its link do so any more, since others in the feed have got the same.
alter table feed_items add column content_key text;
create index feed_items_content on feed_items (automation_id, content_key);
