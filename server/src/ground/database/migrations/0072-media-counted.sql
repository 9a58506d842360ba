-- Media are counted from the index that begins with their brand, too. What the version before adds up stays right, as with posts.
drop index if exists media_brand_type;

drop trigger media_counted_new on media;
drop trigger media_counted_changed on media;
drop trigger media_counted_gone on media;
drop function count_medium(), count_gone_media();

truncate media_totals;
drop table media_changes;
create view media_changes as select ctid, brand_id, mime, 1 as change from media;
create trigger media_changes_kept instead of delete on media_changes for each row execute function keep_counted();
