-- A brand's picture: small, square, as a data URL, so that backups, archives and deletions carry it with the brand; and a mark of it, by
-- which browsers keep it.
alter table brands add column logo text, add column logo_mark text;
