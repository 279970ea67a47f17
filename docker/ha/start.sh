#!/bin/sh
# Starts Patroni, with the folder of the data as PostgreSQL wants it in a new volume
set -eu
mkdir -p -m 700 /var/lib/postgresql/data
exec patroni /etc/patroni.yaml
