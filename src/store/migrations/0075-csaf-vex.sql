-- CSAF VEX documents beside CycloneDX and OpenVEX.
alter table vex_document drop constraint vex_document_format_check;
alter table vex_document add constraint vex_document_format_check check (format in ('cyclonedx', 'openvex', 'csaf'));
