#!/bin/sh
# Run once by the image of PostgreSQL, for a new database: the service's own user, for whom row-level security holds.
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database_password)" <<'SQL'
CREATE ROLE earshot LOGIN PASSWORD :'password';
CREATE DATABASE earshot OWNER earshot ENCODING 'UTF8' TEMPLATE template0;
\connect earshot
CREATE EXTENSION IF NOT EXISTS vector;
SQL
