// Installs the server of an earlier major version of PostgreSQL, e.g. `node scripts/install-former-postgres.mjs 15`.
import { installFormerPostgres } from "./packages.mjs";
import { Failed } from "./steps.mjs";

try {
  await installFormerPostgres(process.argv[2] ?? "");
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  process.exitCode = error.code;
}
