#!/bin/sh
# Makes the database and the roles of a new cluster; Patroni calls it once, with the address of the primary
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --command='CREATE DATABASE wharfinger' "$1"
psql --no-psqlrc --set=ON_ERROR_STOP=1 --file=/usr/local/share/wharfinger/roles.sql "$1"
