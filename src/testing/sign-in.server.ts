import { generateSync } from "otplib";
import { cookieNames } from "~/back-office/cookies";
import type { BackOfficeApp } from "~/server/back-office/back-office-app";
import type { Services } from "~/services";
import { sealSecret } from "~/shop/members/authenticator.server";
import { newAccount } from "~/shop/members/first-owner.server";
import type { Member, Role } from "~/shop/members/member";
import { memberAccounts } from "~/shop/members/members.tables";
import { hashPassphrase } from "~/shop/members/passphrases.server";
import { renewRecoveryCodes } from "~/shop/members/recovery-codes.server";
import { openSession } from "~/shop/members/sessions.server";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { eq } from "drizzle-orm";

const PASSPHRASE = "saddle lamp thunder nine";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
let hash: Promise<string> | undefined;

export interface TestMember extends Member {
  passphrase: string;
  recoveryCodes: string[];
  /** The code that the member's authenticator shows at a moment; default now. */
  code(at?: Date): string;
  /** Opens a session and returns its cookie. */
  cookie(now?: Date): Promise<string>;
}

/** A member with a passphrase, an authenticator and recovery codes. */
export async function testMember(shop: Services, role: Role, name = "Dana"): Promise<TestMember> {
  const { db, sealer } = shop;
  const email = `${name.toLowerCase()}-${role}@ironmesa.example`;
  const id = await newAccount(db, { name, email, role }, new Date());
  const passphraseHash = await (hash ??= hashPassphrase(PASSPHRASE));
  await db
    .update(memberAccounts)
    .set({ passphraseHash, totpSecret: sealSecret(sealer, SECRET) })
    .where(eq(memberAccounts.id, id));
  return {
    id,
    name,
    email,
    role,
    confirmedAt: new Date(),
    passphrase: PASSPHRASE,
    recoveryCodes: await renewRecoveryCodes(db, id),
    code: (at = new Date()) => generateSync({ secret: SECRET, epoch: Math.floor(at.getTime() / 1000) }),
    cookie: async (now = new Date()) => {
      const token = await openSession(db, { memberId: id, agent: "Firefox on Linux" }, now);
      return `${cookieNames(shop.address).session}=${token}`;
    },
  };
}

/** A browser for the back office that keeps its cookies and does not follow redirects. */
export function testBrowser(app: BackOfficeApp, { origin = "http://localhost", from = "203.0.113.7" } = {}) {
  const jar = new Map<string, string>();
  async function fetched(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("x-forwarded-for", from);
    headers.set(CLIENT_ADDRESS, from);
    const response = await app.fetch(new Request(new URL(`/back-office${path}`, origin), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      if (/max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  return {
    jar,
    setCookie(cookie: string) {
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      jar.set(name, value);
    },
    get: (path: string) => fetched(path, {}),
    /** Posts a given body, such as a form with files. */
    send: (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetched(path, { method: "POST", headers: { origin, ...headers }, body, duplex: "half" } as RequestInit),
    post: (path: string, fields: Record<string, string>) =>
      fetched(path, { method: "POST", headers: { origin }, body: new URLSearchParams(fields) }),
  };
}

export const locationOf = (response: Response): string => response.headers.get("location") ?? "";

/** Value of a form field in a page. */
export const fieldIn = (html: string, name: string): string =>
  new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
