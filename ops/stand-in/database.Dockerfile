# Stands in for the PostgreSQL image of ops/compose.yaml: PostgreSQL of node_modules with Debian's psql and pg_isready.
ARG BASE
FROM $BASE
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --home-dir /var/lib/postgresql --create-home postgres
COPY native /usr/local/pgsql
COPY database.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/local/pgsql/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["sh", "/usr/local/bin/docker-entrypoint.sh"]
