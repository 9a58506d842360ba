-- What belongs to a brand, and what is sealed, is found without reading the whole ledger: it grows for ever, and so would the time that a
-- file or a brand takes to be deleted, and that an archive or a change of the secret key takes.
--
-- `if not exists`: who cannot do without writes for as long as this takes makes them before, as docs/performance.md says.
create index if not exists publications_brand on publications (brand_id);
-- The others are in the orders of the lists.
create index if not exists deliveries_unlisted on deliveries (brand_id)
  where status not in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING');
create index if not exists deliveries_sealed on deliveries (id) where checkpoints @? '$.*.sealed';

-- As texts are normalized for searching from now on.
update deliveries set search_text = replace(search_text, 'ς', 'σ') where search_text like '%ς%';
