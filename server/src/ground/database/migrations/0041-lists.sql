-- Lists of posts in brands with very many of them: with a filter, in an order in which what the filter leaves lies far behind.
--
-- Posts of one kind lie together in the orders by date and by title (drafts have no date, what is scheduled is latest), so each kind
-- has an order of its own. The other orders hold the columns of the filters, so that what they leave out is passed in the index alone.
--
-- `if not exists`: who cannot do without writes for as long as this takes makes them before, as docs/performance.md says.
create index if not exists posts_kind_date on posts (brand_id, status, posting_type, post_type, post_at, id) include (collection_id)
  where queue_rank is null;
create index if not exists posts_kind_title on posts (brand_id, status, posting_type, post_type, lower(title), id);
create index if not exists posts_created on posts (brand_id, created_at, id) include (status, posting_type, post_type, collection_id);
create index if not exists posts_updated on posts (brand_id, updated_at, id) include (status, posting_type, post_type, collection_id);
drop index posts_brand_created;
drop index posts_brand_updated;
