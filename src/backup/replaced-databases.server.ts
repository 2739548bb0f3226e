import { DAY } from "~/platform/durations";
import { connectAsOwner } from "~/platform/migrations.server";
import { type Besides, dropBeside, nameIn } from "./databases-beside.server";

/** Days for which the database that a restore replaced is kept. */
const KEPT_DAYS = 30;

/** Name under which a restore keeps the replaced database. */
export const keptName = (name: string, at: Date): string =>
  `${name}_before_${at.toISOString().slice(0, 19).replace(/\D/g, "")}`;

/** Drops replaced databases that restores kept more than `KEPT_DAYS` ago; returns their names. */
export async function dropKept({ ownerUrl, adminUrl }: Besides, now: Date): Promise<string[]> {
  const admin = await connectAsOwner(adminUrl);
  const prefix = `${nameIn(ownerUrl)}_before_`;
  const last = keptName(nameIn(ownerUrl), new Date(now.getTime() - KEPT_DAYS * DAY));
  try {
    const { rows } = await admin.query<{ name: string }>(
      "select datname::text as name from pg_database where starts_with(datname, $1) and length(datname) = length($2) and datname < $2",
      [prefix, last],
    );
    for (const { name } of rows) await dropBeside(admin, name);
    return rows.map(({ name }) => name);
  } finally {
    await admin.end();
  }
}
