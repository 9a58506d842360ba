-- The trace of the request that has made a post, as in W3C Trace Context: the attempts to send it, which other processes make hours
-- later, are linked to it. Null where no traces are kept.
alter table posts add column trace_parent text;
