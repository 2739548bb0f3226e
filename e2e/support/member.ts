import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { atTheDatabase, DATA_DIR } from "./database";

/** Inserts a new member with a session and sets its cookie; workshop-door.spec.ts tests the form to sign in. */
export async function signInAs(
  context: BrowserContext,
  role: "owner" | "manager" | "editor" | "packer",
  { port = process.env.E2E_PORT ?? "", folder = DATA_DIR } = {},
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("base64url");
  const id = randomUUID();
  await atTheDatabase(
    `insert into member_accounts (id, name, email, role, passphrase_hash, totp_secret, passkey_user)
      values ($1, 'Robin', $2, $3, 'none', 'none', $4)`,
    [id, `${id}@ironmesa.example`, role, id],
    folder,
  );
  await atTheDatabase("insert into member_recovery_codes (code_hash, member_id) values ($1, $2)", [hash, id], folder);
  await atTheDatabase(
    `insert into member_sessions (token_hash, member_id, agent, created_at, seen_at, confirmed_at)
      values ($1, $2, 'Chromium', now(), now(), now())`,
    [hash, id],
    folder,
  );
  await context.addCookies([
    { name: `workshop-${port}`, value: token, url: `http://localhost:${port}`, httpOnly: true, sameSite: "Lax" },
  ]);
}
