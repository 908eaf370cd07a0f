#!/bin/sh
# Builds the Citus extension from a folder with its source, for the PostgreSQL server of Debian, and installs it beside the server:
#   git clone --branch release-13.2 https://github.com/citusdata/citus /tmp/citus
#   scripts/build-citus.sh /tmp/citus [15|16|17]
# Needs the Debian packages postgresql-<major>, postgresql-server-dev-<major>, libcurl4-openssl-dev, liblz4-dev, libzstd-dev,
# libssl-dev, libkrb5-dev, flex, gcc and make, and the permission to write into the server's folders. DESTDIR installs below another
# folder instead, for a package.
set -eu

source=${1:?"usage: scripts/build-citus.sh <folder of the Citus source> [major version of PostgreSQL]"}
major=${2:-15}
pg_config=/usr/lib/postgresql/$major/bin/pg_config
[ -x "$pg_config" ] || { echo "$pg_config is missing: install postgresql-server-dev-$major." >&2; exit 1; }
cd "$source"

# From 15.20, the server declares this function itself, and a second definition does not compile.
if grep -q have_createdb_privilege "$("$pg_config" --includedir-server)/commands/dbcommands.h"; then
  perl -0pi -e 's|static inline bool\nhave_createdb_privilege\(void\)\n\{.*?\n\}\n|#include "commands/dbcommands.h"\n|s' \
    src/include/pg_version_compat.h
fi

PG_CONFIG=$pg_config ./configure
make -j2 with_llvm=no
make install with_llvm=no
