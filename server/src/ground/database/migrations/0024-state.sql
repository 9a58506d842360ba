-- What was made in the last day, in all brands. A BRIN index costs next to nothing to keep: rows are in the order of their creation.
create index deliveries_made on deliveries using brin (created_at);
