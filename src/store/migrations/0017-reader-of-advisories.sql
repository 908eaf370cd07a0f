-- Which state of the reader has read a directory. What a newer one understands better, it reads again.
alter table advisory_directory add column reader_version integer not null default 0;
