#!/bin/sh
# Creates the two roles of docs/decisions/0006: shop_owner owns the database, shop owns nothing. The PostgreSQL image runs it
# once.
set -eu
psql --set=ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" \
  --set=owner_password="$OWNER_DATABASE_PASSWORD" --set=shop_password="$SHOP_DATABASE_PASSWORD" <<'SQL'
create role shop_owner login createdb password :'owner_password';
create role shop login password :'shop_password';
create database shop owner shop_owner;
revoke all on database shop from public;
grant connect on database shop to shop;
SQL
