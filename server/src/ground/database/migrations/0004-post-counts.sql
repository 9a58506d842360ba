-- How many posts a brand has, as a sum of parts: one number would make the creations of a brand wait for each other's commit.
create table post_counts (
  brand_id bigint not null references brands,
  part smallint not null,
  posts integer not null,
  primary key (brand_id, part)
) with (fillfactor = 50);

insert into post_counts (brand_id, part, posts) select id, 0, posts_count from brands where posts_count > 0;
alter table brands drop column posts_count;
