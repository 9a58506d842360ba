-- The language that somebody has chosen, or signed up in; null: what their browser asks for, and English in mails.
alter table users add column language text check (language in ('en', 'de', 'fr'));
