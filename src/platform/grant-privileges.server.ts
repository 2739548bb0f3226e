import pg from "pg";

const SCHEMAS = ["public", "pgboss"];
const READ = ["SELECT"];
const APPEND = [...READ, "INSERT"];
const KEEP = [...APPEND, "UPDATE"];
const CHANGE = [...KEEP, "DELETE"];
/** Marks in a table's comment, and the privileges that the shop's role gets for each. */
const privilegesByMarker = new Map([
  ["append-only", APPEND],
  ["never deleted", KEEP],
  ["read-only", READ],
]);

interface Relation {
  name: string;
  kind: "table" | "sequence" | "view";
  schema: string;
  comment: string | null;
  /** Privileges on the table that the role has already. */
  rights: string[];
}

/**
 * Grants a role exactly the privileges that the shop needs on existing tables, and revokes others. If the shop connects with the
 * owner's role, it keeps all privileges, and only the shop's code protects append-only tables.
 */
export async function grantPrivileges(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean }>(`select current_user = $1 or $1 = '' as "isOwner"`, [role]);
  if (rows[0]?.isOwner) return;

  const grantee = pg.escapeIdentifier(role);
  const { rows: relations } = await owner.query<Relation>(RELATIONS, [role, SCHEMAS]);
  const { rows: versions } = await owner.query<{ number: number }>(
    "select current_setting('server_version_num')::int as number",
  );
  const statements = relations.flatMap(({ name, rights, ...relation }) => {
    const wanted = rightsTo(relation, versions[0]?.number ?? 0);
    const missing = wanted.filter((right) => !rights.includes(right));
    const surplus = rights.filter((right) => !wanted.includes(right));
    return [
      missing.length > 0 && `grant ${missing.join(", ")} on ${name} to ${grantee}`,
      surplus.length > 0 && `revoke ${surplus.join(", ")} on ${name} from ${grantee}`,
    ].filter((statement) => statement !== false);
  });
  const schemas = [...new Set(relations.map(({ schema }) => schema))];
  const usage = `grant usage on schema ${schemas.map(pg.escapeIdentifier).join(", ")} to ${grantee}`;
  await owner.query(["begin", ...(schemas.length > 0 ? [usage] : []), ...statements, "commit"].join(";\n"));
}

function rightsTo({ kind, schema, comment }: Omit<Relation, "name" | "rights">, version: number): string[] {
  if (kind === "sequence") return ["USAGE", "SELECT"];
  // Updatable views are marked like tables.
  const marked = privilegesByMarker.get(comment ?? "");
  if (marked) return marked;
  if (kind === "view") return READ;
  // Workers rebuild the indexes of the job tables when they have grown too much, which needs MAINTAIN.
  return schema === "pgboss" && version >= 170_000 ? [...CHANGE, "MAINTAIN"] : CHANGE;
}

const RELATIONS = `
  select case relkind when 'S' then 'sequence ' else '' end || c.oid::regclass as name, nspname as schema,
    case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end as kind,
    obj_description(c.oid, 'pg_class') as comment,
    array(select privilege_type from aclexplode(relacl) where grantee = to_regrole(quote_ident($1))) as rights
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = any($2) and relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(current_user, relowner, 'usage')
  order by 1`;
