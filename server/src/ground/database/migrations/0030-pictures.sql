-- The alternative texts of a post's files, in their order, each null without one; empty if none has one of its own.
alter table posts add column media_alts text[] not null default '{}';

-- What a file shows, for posts that will have it.
alter table media add column description text;
