#!/bin/sh
# Run once by the image of PostgreSQL, for a new database: the service's own user, for whom row-level security holds. It
# runs as `postgres`, who may not read the secret; the image has read it before, as root.
if [ -z "$POSTGRES_PASSWORD" ]; then
  echo 'database-role.sh: secrets/database_password is empty: the role earshot would have no password' >&2
  exit 1
fi
# From the environment: arguments can be read by every process.
psql --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password POSTGRES_PASSWORD
CREATE ROLE earshot LOGIN PASSWORD :'password';
CREATE DATABASE earshot OWNER earshot ENCODING 'UTF8' TEMPLATE template0;
\connect earshot
CREATE EXTENSION IF NOT EXISTS vector;
SQL
