import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { violations } from "./support/axe";

// A shop of its own, that nobody owns yet.
test.use({ baseURL: `http://localhost:${process.env.E2E_NEW_PORT}` });

const OPTIONS = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;

/** An authenticator of Chromium's own, whose finger fits or does not. */
async function authenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { ...OPTIONS, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  return { devtools, authenticatorId };
}

const ownerLink = () => readFileSync(join(process.env.E2E_NEW_DATA_DIR ?? "data", "owner-link"), "utf8").trim();

const signOut = async (page: Page) => {
  await page.goto("/back-office/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
};

test("[B-01, B-02, B-05] from the one link to an owner with two passkeys, who signs in with them and never unverified", async ({
  page,
}) => {
  const first = await authenticator(page);

  await test.step("the link makes the owner", async () => {
    await page.goto(ownerLink());
    expect(await violations(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Your name" }).fill("Dana");
    await page.getByRole("textbox", { name: "E-mail" }).fill("dana@ironmesa.example");
    await page.getByRole("button", { name: "Go on" }).click();
  });

  await test.step("a first passkey, and a second one of another device", async () => {
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Make a passkey" }).click();
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
    await page.getByRole("button", { name: "Make a second passkey" }).click();
  });

  await test.step("ten recovery codes, then the workshop", async () => {
    await page.getByRole("button", { name: "Show my codes" }).click();
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByRole("textbox", { name: "Name of the shop" })).toHaveValue("Iron Mesa");
    await page.getByRole("link", { name: "Later" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  });

  await test.step("the passkey signs in", async () => {
    await signOut(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Use my passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  });

  await test.step("without finger, face or PIN it does not", async () => {
    await signOut(page);
    const { devtools, authenticatorId } = first;
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.getByRole("button", { name: "Use my passkey" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Nothing was chosen" })).toBeVisible();
    await page.goto("/back-office/account");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  await test.step("the link is dead", async () => {
    const answer = await page.goto("/back-office/welcome?token=any");
    expect(answer?.status()).toBe(403);
  });
});
