#!/bin/bash
# Makes the role that the service connects as, when the database is new. Migrations grant it what serving needs.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$SERVICE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE wharfinger_service LOGIN PASSWORD :'password';
SQL
