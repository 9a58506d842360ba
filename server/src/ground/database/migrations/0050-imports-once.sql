-- A start whose reply was lost and that is sent again is the same import; and rows keep the moments that were planned, whatever becomes of
-- the brand's time zone meanwhile.
alter table imports add column mark text;
alter table imports add column timezone text;
create unique index imports_mark on imports (brand_id, mark) where mark is not null;
