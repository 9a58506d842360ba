-- Lists by title do not regard case.
drop index posts_brand_title;
create index posts_brand_title on posts (brand_id, lower(title) desc nulls last, id desc);
