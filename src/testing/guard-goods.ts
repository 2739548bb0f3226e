/**
 * SQL that makes a shop of tests fail where a transaction locks goods out of order, which deadlocks only when another one meets
 * it: where it locks a variant after one with a higher number, changes a variant that is not among those it has locked, or locks
 * or changes a product after variants. The settings `guard.locked` and `guard.made` hold the numbers of variants, and
 * `guard.products` the ids of products, until the transaction, or its savepoint, ends.
 */
export const GUARD_OF_GOODS = `
create function guarded_variants(name text) returns integer[] language sql volatile as $$
  select coalesce(nullif(current_setting('guard.' || name, true), ''), '{}')::integer[]
$$;
create function guard_variants(name text, more integer[]) returns void language sql volatile as $$
  select set_config('guard.' || name, array(select unnest(guarded_variants(name)) union select unnest(more))::text, true)
$$;
create or replace function lock_variants(wanted integer[]) returns table (id integer, stock integer) language plpgsql as $$
declare
  highest integer := (select max(own) from unnest(guarded_variants('locked')) as own);
  late integer := (select min(late.id) from variants as late where late.id = any (wanted) and late.id < highest
    and late.id <> all (guarded_variants('locked') || guarded_variants('made')));
begin
  if late is not null then
    raise exception 'variant % is locked after variant %: an act locks all its variants at once', late, highest;
  end if;
  perform from variants where variants.id = any (wanted) order by variants.id for no key update;
  perform set_config('guard.asked', 'yes', true) where wanted <> '{}';
  perform guard_variants('locked', array(select variants.id from variants where variants.id = any (wanted)));
  return query select variants.id, variants.stock from variants where variants.id = any (wanted) order by variants.id;
end;
$$;
create function guard_products(more text[]) returns void language plpgsql as $$
declare
  known text[] := coalesce(nullif(current_setting('guard.products', true), ''), '{}')::text[];
  late text := (select min(id) from products where id = any (more) and id <> all (known));
begin
  if late is not null and current_setting('guard.asked', true) = 'yes' then
    raise exception 'product % is locked after variants: an act locks its products first', late;
  end if;
  perform set_config('guard.products', array(select unnest(known) union select unnest(more))::text, true);
end;
$$;
create or replace function lock_products(wanted text[]) returns void language plpgsql as $$
begin
  -- A product that this transaction has made or changed is locked already.
  perform guard_products(array(select id from products where id = any (wanted) and xmin <> pg_current_xact_id()::xid));
  perform from products where id = any (wanted) order by id for no key update;
end;
$$;
create function guard_changed_products() returns trigger language plpgsql as $$
begin
  perform guard_products(array(select id from gone));
  return null;
end;
$$;
create function guard_made_products() returns trigger language plpgsql as $$
begin
  perform set_config('guard.products', array(
    select unnest(coalesce(nullif(current_setting('guard.products', true), ''), '{}')::text[]) union select id from came)::text, true);
  return null;
end;
$$;
create function guard_changed_variants() returns trigger language plpgsql as $$
declare
  locked integer[] := guarded_variants('locked');
  changed integer := (select min(id) from gone where id <> all (locked || guarded_variants('made')));
begin
  if locked <> '{}' and changed is not null then
    raise exception 'variant % is changed without a lock, after others were locked', changed;
  end if;
  if locked = '{}' then
    perform guard_variants('locked', array(select id from gone where id <> all (guarded_variants('made'))));
  end if;
  return null;
end;
$$;
create function guard_made_variants() returns trigger language plpgsql as $$
begin
  perform guard_variants('made', array(select id from came));
  return null;
end;
$$;
create trigger guard_changed_variants after update on variants referencing old table as gone
  for each statement execute function guard_changed_variants();
create trigger guard_made_variants after insert on variants referencing new table as came
  for each statement execute function guard_made_variants();
create trigger guard_changed_products after update on products referencing old table as gone
  for each statement execute function guard_changed_products();
create trigger guard_made_products after insert on products referencing new table as came
  for each statement execute function guard_made_products();
`;
