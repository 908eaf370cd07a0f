-- Staged rows are joined as a whole, so an index on them only costs time. Raw records are compressed before they are stored.
alter table staged_record drop constraint staged_record_pkey;
alter table staged_entry drop constraint staged_entry_pkey;
alter table staged_record alter column raw set storage external;
alter table advisory_record alter column raw set storage external;
alter table advisory_revision alter column raw set storage external;
