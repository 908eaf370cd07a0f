#!/bin/bash
# The role is not a superuser, so that row-level security applies to it.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$ASSAY_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
create role assay login password :'password';
create database assay owner assay;
SQL
