-- The date with which a post came from another installation, of posts of brands that arrived; `-infinity` without one. As long as it is the
-- post's date, the post waits for the brand's queue to be switched on. Of a brand that a process of the version before brings in during the
-- upgrade it stays null, and all scheduled posts wait.
alter table posts add column arrived_post_at timestamptz;
update posts p set arrived_post_at = case when p.posting_type = 'SCHEDULE' then p.post_at else '-infinity' end
from brands b where b.id = p.brand_id and p.id <= b.arrived_through;
