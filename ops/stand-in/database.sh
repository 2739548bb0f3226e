#!/bin/sh
# Starts PostgreSQL as its official image does: the first time it makes a cluster and runs the scripts of /docker-entrypoint-initdb.d beside
# a server that accepts no connections of the network.
set -eu
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
mkdir --parents "$PGDATA" /var/run/postgresql
chown --recursive postgres: /var/lib/postgresql /var/run/postgresql
chmod 700 "$PGDATA"
sockets="-c unix_socket_directories=/var/run/postgresql"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/run/password
  chown postgres: /run/password
  as_postgres initdb --username=postgres --pwfile=/run/password --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --no-locale >/dev/null
  rm /run/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  as_postgres pg_ctl --wait --options="-c listen_addresses='' $sockets" start >/dev/null
  for script in /docker-entrypoint-initdb.d/*.sh; do as_postgres "$script"; done
  as_postgres pg_ctl --wait --mode=fast stop >/dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups postgres -c listen_addresses='*' $sockets
