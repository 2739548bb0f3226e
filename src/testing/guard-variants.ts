/**
 * SQL that makes a shop of tests fail where a transaction locks variants out of order, which deadlocks only when another one
 * meets it: where it locks a variant after one with a higher number, or changes a variant that is not among those it has locked.
 * The settings `guard.locked` and `guard.made` hold the numbers until the transaction, or its savepoint, ends.
 */
export const GUARD_OF_VARIANTS = `
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
  perform guard_variants('locked', array(select variants.id from variants where variants.id = any (wanted)));
  return query select variants.id, variants.stock from variants where variants.id = any (wanted) order by variants.id;
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
`;
