-- Secrets of the service's own by which networks know it, such as the key of its document: sealed, and stored when first needed, so
-- that they stay the same when the key that seals changes.
create table derived_secrets (
  purpose text primary key,
  secret text not null
);
