-- Notification rules: messages to Slack, Microsoft Teams and e-mail addresses. They follow events as webhooks do, with the same
-- cursor, deliveries and retries, so they are rows of the same tables.

-- `webhook` sends events to a program. For Slack and Teams the sealed secret is the address, and `url` only names its host; for
-- e-mail it signs the links to unsubscribe.
alter table webhook add column channel text not null default 'webhook';
alter table webhook add column timing text not null default 'immediate';
-- Hour of the daily digest, UTC.
alter table webhook add column digest_hour integer not null default 7;
-- Null: findings of every priority.
alter table webhook add column min_priority text;
-- Null: versions with any tags.
alter table webhook add column tags text[];
alter table webhook add column recipients text[] not null default '{}';
-- Recipients that asked for no more messages of this rule; kept when they are removed from the recipients.
alter table webhook add column unsubscribed text[] not null default '{}';
alter table webhook add constraint webhook_channel check (channel in ('webhook', 'slack', 'teams', 'email'));
alter table webhook add constraint webhook_timing check (timing in ('immediate', 'daily'));

-- A message of a rule is about several events: those that are named in it, and the number of all by type.
alter table webhook_delivery add column event_ids uuid[];
alter table webhook_delivery add column event_counts jsonb;
-- E-mail address. Null for other channels.
alter table webhook_delivery add column recipient text;
