-- After trouble an archive is tried again later and later, so that a storage that is away for minutes does not use up its tries.
alter table brand_archives add column next_at timestamptz;
