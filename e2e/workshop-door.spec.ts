import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CDPSession, expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { atTheDatabase, NEW_DATA_DIR } from "./support/database";
import { tabTo } from "./support/keyboard";

// Uses the second shop, because it has no owner yet.
test.use({ baseURL: `http://localhost:${process.env.E2E_NEW_PORT}` });

const OPTIONS = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;

/** Adds a virtual authenticator to Chromium; a test can make its user verification succeed or fail. */
async function authenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { ...OPTIONS, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  return { devtools, authenticatorId };
}

/**
 * Returns the link for the first owner that the shop wrote at its start. On a retry, deletes earlier owners and makes a new link.
 */
async function ownerLink(retry: number): Promise<string> {
  const written = readFileSync(join(NEW_DATA_DIR, "owner-link"), "utf8").trim();
  if (retry === 0) return written;
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("base64url");
  const ask = (question: string, values: unknown[] = []) => atTheDatabase(question, values, NEW_DATA_DIR);
  await ask("delete from member_accounts where role = 'owner' or name = 'Sam'");
  await ask("update settings set value = '\"Iron Mesa\"' where name = 'shopName'");
  await ask(
    `insert into member_links (token_hash, kind, created_at, expires_at) values ($1, 'owner', now(), now() + interval '1 hour')`,
    [hash],
  );
  return written.replace(/token=.*/, `token=${token}`);
}

const press = async (page: Page, role: "button" | "link", name: string) => {
  await tabTo(page, role, new RegExp(`^${name}`));
  await page.keyboard.press("Enter");
};
const type = async (page: Page, name: string, text: string) => {
  await tabTo(page, "textbox", new RegExp(`^${name}`));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
};

/** Text in the clipboard. */
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const signOut = async (page: Page) => {
  await page.goto("/back-office/menu");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
};

test("[B-01, B-02, B-05, B-61, B-75] flows 1, 11 and 12 of docs/back-office-rulings.md, by keyboard at 390 px: the first owner signs up by the link, adds two passkeys, renames the shop, invites a member and removes the member", async ({
  page,
  playwright,
}, { retry }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const first = await authenticator(page);

  await test.step("the link opens the form in which the first owner enters a name and an e-mail address", async () => {
    await page.goto(await ownerLink(retry));
    expect(await violations(page)).toEqual([]);
    await type(page, "Your name", "Dana");
    await type(page, "E-mail", "dana@ironmesa.example");
    await press(page, "button", "Go on");
  });

  await test.step("the owner adds a passkey, and a second one from another device", async () => {
    expect(await violations(page)).toEqual([]);
    await press(page, "button", "Make a passkey");
    await expect(page.getByRole("heading", { name: "One more way in" })).toBeVisible();
    const { credentials } = await first.devtools.send("WebAuthn.getCredentials", {
      authenticatorId: first.authenticatorId,
    });
    expect(credentials).toHaveLength(1);
    await first.devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: first.authenticatorId });
    const options = { ...OPTIONS, isUserVerified: true, automaticPresenceSimulation: true };
    first.authenticatorId = (
      await first.devtools.send("WebAuthn.addVirtualAuthenticator", { options })
    ).authenticatorId;
    await press(page, "button", "Make a second passkey");
  });

  await test.step("ten recovery codes can be copied and downloaded, and then the workshop opens", async () => {
    await press(page, "button", "Show my codes");
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    await press(page, "button", "Copy the codes");
    await expect(page.getByRole("status")).toHaveText("Copied.");
    for (const code of await codes.allTextContents()) expect(await clipboard(page)).toContain(code);
    const download = page.waitForEvent("download");
    await press(page, "link", "Download");
    expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
    expect(await violations(page)).toEqual([]);
    await press(page, "button", "I have kept them");
    await expect(page.getByRole("textbox", { name: "Name of the shop" })).toHaveValue("Iron Mesa");
    expect(await violations(page)).toEqual([]);
    await press(page, "link", "Later");
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  });

  const open = (path: string) => page.goto(`/back-office${path}`);
  const message = page.locator(".act-message");

  await test.step("public pages show a new name of the shop at once, and Undo restores the name", async () => {
    await open("/settings");
    await press(page, "link", "Change: Shop");
    await type(page, "Name of the shop", "Red Canyon Riders");
    await press(page, "button", "Save");
    await expect(message).toContainText("Red Canyon Riders");
    const shown = async () => (await page.request.get("/")).text();
    expect(await shown()).toContain("Red Canyon Riders");
    expect(await (await page.request.get("/faqs")).text()).not.toMatch(/<title>[^<]*Iron Mesa/);
    await press(page, "button", "Undo");
    await expect(message).toContainText("Iron Mesa");
    expect(await shown()).not.toContain("Red Canyon Riders");
  });

  await test.step("an invited packer gets another role and a new link, is removed, and is restored by Undo", async () => {
    await open("/members");
    await press(page, "link", "Invite a member");
    await type(page, "E-mail", "sam@ironmesa.example");
    await press(page, "button", "Invite them");
    const link = await page.getByRole("textbox", { name: "Link to hand over" }).inputValue();
    await press(page, "button", "Copy the link");
    await expect(page.getByText("Copied.")).toBeVisible();
    expect(await clipboard(page)).toBe(link);
    expect(await violations(page)).toEqual([]);
    const stranger = await playwright.request.newContext();
    const came = await stranger.post(link, {
      form: { token: new URL(link).searchParams.get("token") ?? "", name: "Sam" },
      headers: { origin: new URL(link).origin },
      maxRedirects: 0,
    });
    expect(came.status()).toBe(302);
    await stranger.dispose();

    await open("/members");
    await press(page, "link", "Sam");
    await tabTo(page, "combobox", /^Role/);
    await page.keyboard.type("Editor");
    await press(page, "button", "Change the role");
    await expect(message).toContainText("Role of Sam: Editor.");
    expect(await violations(page)).toEqual([]);
    await press(page, "button", "Make a link");
    await expect(page.getByRole("textbox", { name: "Link to hand over" })).toHaveValue(/token=/);
    await press(page, "button", "Remove Sam");
    await expect(message).toContainText("Sam works here no longer.");
    await expect(page.getByRole("link", { name: "Sam" })).toHaveCount(0);
    await press(page, "button", "Undo");
    await expect(page.getByRole("link", { name: "Sam" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

  await test.step("the owner signs in with a passkey", async () => {
    await signOut(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Use my passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  });

  await test.step("a passkey does not sign in when its device cannot verify the member", async () => {
    await signOut(page);
    const { devtools, authenticatorId } = first;
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.getByRole("button", { name: "Use my passkey" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Nothing was chosen" })).toBeVisible();
    await page.goto("/back-office/account");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  await test.step("a link for the first owner with an unknown token is answered with 403", async () => {
    const answer = await page.goto("/back-office/welcome?token=any");
    expect(answer?.status()).toBe(403);
  });
});
