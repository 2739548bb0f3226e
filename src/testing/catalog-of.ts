import { administer } from "./test-database";

/**
 * Everything that a database has besides rows, from PostgreSQL's catalog: tables, columns, constraints, indexes, triggers, views,
 * functions, sequences and types, each as one line; and the long migrations that are done.
 */
export async function catalogOf(ownerUrl: string): Promise<string[]> {
  const found = await administer<{ line: string }>(ownerUrl, CATALOG);
  return found.map(({ line }) => line).toSorted();
}

/** Names of what only shops of tests have (guard-goods.ts), as a regular expression. */
const OF_TESTS = "^guard(ed)?_|^lock_(products|variants)$";

const CATALOG = `
  with own as (select oid, nspname from pg_namespace where nspname in ('public', 'drizzle')),
    relations as (select c.*, format('%I.%I', nspname, relname) as name from pg_class c join own on own.oid = relnamespace)
  select concat_ws(' ', 'relation', relkind, name, relpersistence, relrowsecurity, relreplident, reloptions::text,
      pg_get_partkeydef(oid), quote_nullable(obj_description(oid, 'pg_class')),
      case when relkind = 'v' then pg_get_viewdef(oid) end) as line
    from relations where relkind <> 'i'
  union all
  select concat_ws(' ', 'column', name, row_number() over (partition by r.oid order by attnum), attname,
      format_type(atttypid, atttypmod), attcollation::regcollation, case when attnotnull then 'not null' end,
      'identity', attidentity, 'generated', attgenerated, pg_get_expr(adbin, adrelid))
    from relations r join pg_attribute a on attrelid = r.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = r.oid and adnum = attnum
    where relkind in ('r', 'v', 'p')
  union all
  select concat_ws(' ', 'constraint', name, conname, contype, convalidated, condeferrable, condeferred, pg_get_constraintdef(c.oid))
    from relations r join pg_constraint c on conrelid = r.oid
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), indisvalid, indisready, indisunique, indisprimary)
    from relations r join pg_index i on indrelid = r.oid
  union all
  select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid))
    from relations r join pg_trigger t on tgrelid = r.oid where not tgisinternal and tgname !~ '${OF_TESTS}'
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p join own on own.oid = pronamespace where prokind <> 'a' and proname !~ '${OF_TESTS}'
  union all
  select concat_ws(' ', 'sequence', schemaname, sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
    from pg_sequences where schemaname in (select nspname from own)
  union all
  select concat_ws(' ', 'type', typtype, format_type(t.oid, null), pg_get_constraintdef(c.oid),
      array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder)::text)
    from pg_type t join own on own.oid = typnamespace left join pg_constraint c on contypid = t.oid where typtype in ('d', 'e', 'r')
  union all
  select concat_ws(' ', 'extension', extname) from pg_extension
  union all
  select concat_ws(' ', 'migration', created_at, hash) from drizzle.__drizzle_migrations
  union all
  select concat_ws(' ', 'long migration', name, digest) from drizzle.long_migrations`;
