-- When the next attempt may start; null: at once. For work on what other machines answer, as mail.
alter table jobs add column not_before timestamptz;
