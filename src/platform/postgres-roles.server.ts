import pg from "pg";
import { AlreadyRunning } from "./already-running";
import type { PostgresLocation } from "./postgres-location.server";
import { ADMINISTRATOR, connectTo } from "./postgres-process.server";

export const DATABASE = "shop";
/** Role that owns the database and all its tables; migrations and manual work use it. */
export const OWNER = "shop_owner";
/** Role of the shop. It owns nothing, and has only the privileges that migrations grant. */
export const APPLICATION = "shop";

/** Temporary superuser for converting an earlier release's cluster, because a role cannot rename itself. */
const HANDOVER = "shop_handover";
/** Number of the advisory lock that a shop of the previous release holds while it runs. */
const EARLIER_OWNER_LOCK = 4_821_735_002;
const NO_SUCH_ROLE = "28000";

/**
 * Creates the roles and the database if they are missing. Converts a cluster of an earlier release, in which `shop` was superuser
 * and owner; an interrupted conversion is continued by the next start.
 *
 * @throws {AlreadyRunning} if a shop of the earlier release uses the cluster.
 */
export async function prepareRoles(location: PostgresLocation): Promise<void> {
  const client = await connectTo(location, "postgres", ADMINISTRATOR).catch(async (error: pg.DatabaseError) => {
    if (error.code !== NO_SUCH_ROLE) throw error;
    await renameSuperuser(location);
    return connectTo(location, "postgres", ADMINISTRATOR);
  });
  try {
    const { rows } = await client.query<{ roles: string[]; owner: string | null }>(
      `select array(select rolname::text from pg_roles) as roles,
        (select pg_get_userbyid(datdba) from pg_database where datname = $1) as owner`,
      [DATABASE],
    );
    const { roles = [], owner = null } = rows[0] ?? {};
    if (roles.includes(HANDOVER)) await client.query(`drop role ${HANDOVER}`);
    for (const role of [OWNER, APPLICATION]) if (!roles.includes(role)) await client.query(`create role ${role} login`);
    if (!owner) await client.query(`create database ${DATABASE} owner ${OWNER}`);
    if (owner && owner !== OWNER) await handOver(location);
    if (owner !== OWNER)
      await client.query(`revoke all on database ${DATABASE} from public;
        grant connect on database ${DATABASE} to ${APPLICATION}`);
  } finally {
    await client.end();
  }
}

async function renameSuperuser(location: PostgresLocation): Promise<void> {
  const earlier = await connectTo(location, "postgres", APPLICATION);
  try {
    const { rows } = await earlier.query("select pg_try_advisory_lock($1) as free", [EARLIER_OWNER_LOCK]);
    if (!rows[0]?.free) throw new AlreadyRunning("an earlier version of the shop uses it");
    await earlier.query(
      `do $$ begin create role ${HANDOVER} superuser login; exception when duplicate_object then end $$`,
    );
    const other = await connectTo(location, "postgres", HANDOVER);
    await other.query(`alter role ${APPLICATION} rename to ${ADMINISTRATOR}`).finally(() => other.end());
  } finally {
    await earlier.end();
  }
}

/** Makes the owner's role the owner of the database and everything in it, in one transaction. */
async function handOver(location: PostgresLocation): Promise<void> {
  const client = await connectTo(location, DATABASE, ADMINISTRATOR);
  try {
    await client.query(`begin; ${HAND_OVER}; alter database ${DATABASE} owner to ${OWNER}; commit`);
  } finally {
    await client.end();
  }
}

const OF_OTHERS = `nspname !~ '^pg_' and nspname <> 'information_schema'`;
const HAND_OVER = `do $$
  declare target text;
  begin
    for target in
      select format('schema %I', nspname) from pg_namespace where ${OF_OTHERS} and nspname <> 'public'
      union all
      select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
          else 'table' end, c.oid::regclass)
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where ${OF_OTHERS} and relkind in ('r', 'p', 'v', 'm', 'S')
          -- A sequence that belongs to a column goes with its table.
          and not exists (select from pg_depend where relkind = 'S' and classid = 'pg_class'::regclass and objid = c.oid
            and refclassid = 'pg_class'::regclass and deptype in ('a', 'i'))
      union all
      select format('routine %s', p.oid::regprocedure)
        from pg_proc p join pg_namespace n on n.oid = pronamespace where ${OF_OTHERS}
      union all
      select format('type %s', t.oid::regtype)
        from pg_type t join pg_namespace n on n.oid = typnamespace where ${OF_OTHERS} and typtype in ('e', 'd')
    loop
      execute format('alter %s owner to ${OWNER}', target);
    end loop;
    execute 'alter schema public owner to pg_database_owner';
  end $$`;
