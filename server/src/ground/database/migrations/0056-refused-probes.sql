-- Since when a network has refused a log-in that cannot be renewed. Networks refuse good ones now and then, so it ends only if they still do after
-- some minutes.
alter table grants add column refused_at timestamptz;
