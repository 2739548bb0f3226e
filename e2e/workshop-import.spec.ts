import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import pg from "pg";
import sharp from "sharp";
import { csvOf, shopifyExport } from "../src/testing/shopify-export";
import { violations } from "./support/axe";

// Uses the second shop, because two hundred new products would change the listings that other tests read.
const PORT = process.env.E2E_NEW_PORT ?? "";
test.use({ baseURL: `http://localhost:${PORT}` });

/** Inserts a manager with a session and sets its cookie; workshop-door.spec.ts tests the form to sign in. */
async function signIn(context: BrowserContext): Promise<void> {
  const client = new pg.Client({
    host: join(process.env.E2E_NEW_DATA_DIR ?? "data", "postgres", "socket"),
    user: "shop_owner",
    database: "shop",
  });
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("base64url");
  const id = randomUUID();
  await client.connect();
  await client.query(
    `insert into member_accounts (id, name, email, role, passphrase_hash, totp_secret, passkey_user)
      values ($1, 'Robin', $2, 'manager', 'none', 'none', $3)`,
    [id, `${id}@ironmesa.example`, id],
  );
  await client.query(`insert into member_recovery_codes (code_hash, member_id) values ($1, $2)`, [hash, id]);
  await client.query(
    `insert into member_sessions (token_hash, member_id, agent, created_at, seen_at, confirmed_at)
      values ($1, $2, 'Chromium', now(), now(), now())`,
    [hash, id],
  );
  await client.end();
  await context.addCookies([
    { name: `workshop-${PORT}`, value: token, url: `http://localhost:${PORT}`, httpOnly: true, sameSite: "Lax" },
  ]);
}

/** A generated Shopify export of 200 products; three prices have a decimal comma, which the import cannot parse. */
function spoilt(): string {
  const lines = shopifyExport({ products: 200, variants: 1, picture: "https://cdn.example/files/all.jpg?v=1" }).split(
    "\n",
  );
  let left = 3;
  return lines
    .map((line) =>
      left > 0 && /,9[1-46-9]\.00,/.test(line) && (left -= 1) >= 0 ? line.replace(/,(9\d)\.00,/, ',"$1,00",') : line,
    )
    .join("\n");
}

test("[B-53, B-75] a member imports 200 products from a Shopify file, corrects three rows, publishes and undoes the import, by keyboard at 390 px", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(context);
  await page.goto("/back-office/imports");
  expect(await violations(page)).toEqual([]);

  await test.step("the file is checked: three rows need a correction, and nothing has changed", async () => {
    await page
      .getByLabel("File")
      .setInputFiles({ name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(spoilt()) });
    await page.getByRole("button", { name: "Read the file" }).press("Enter");
    await expect(page.getByText("Nothing has changed yet")).toBeVisible();
    await expect(page.getByText("3 rows to mend")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step("the member chooses the one picture that all rows name, which is sent at once", async () => {
    const picture = await sharp({ create: { width: 600, height: 750, channels: 3, background: "#884422" } })
      .jpeg()
      .toBuffer();
    await page
      .getByLabel("Send them from a folder")
      .setInputFiles({ name: "all.jpg", mimeType: "image/jpeg", buffer: picture });
    await expect(page.getByText("1 of 1 picture here")).toBeVisible();
  });

  await test.step("the member corrects three prices in the cells of the preview", async () => {
    const cells = page.getByRole("textbox", { name: /^Price in row/ });
    await expect(cells).toHaveCount(3);
    for (const cell of await cells.all()) {
      await cell.focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("95.00");
    }
    await page.getByRole("button", { name: "Check these again" }).press("Enter");
    await expect(page.getByText("200 products on the shop at once")).toBeVisible();
    await expect(cells).toHaveCount(0);
  });

  await test.step("the import is applied, and the public search finds an imported product", async () => {
    await page.getByRole("button", { name: "Import 200 rows" }).press("Enter");
    await expect(page.getByRole("heading", { name: "200 rows are in" })).toBeVisible();
    const found = await page.request.get("/search?query=zündapp");
    expect((await found.text()).includes("Zündapp")).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  await test.step("the import is undone", async () => {
    await page.getByRole("button", { name: "Take this import back" }).press("Enter");
    await expect(page.getByRole("heading", { name: "This import was taken back" })).toBeVisible();
  });
});

/** A folder of pictures with a text among them; removed by the test. */
async function folderOf(names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pictures-"));
  const draw = async (name: string, place: number) =>
    writeFile(
      join(folder, name),
      await sharp({ create: { width: 300, height: 375, channels: 3, background: { r: place * 4, g: 80, b: 60 } } })
        .jpeg()
        .toBuffer(),
    );
  await Promise.all(names.map(draw));
  await writeFile(join(folder, "read-me.txt"), "Pictures of the spring");
  return folder;
}

/** Holds the pictures after the first `most` that a page sends, until they are released. */
async function holdPictures(page: Page, most: number) {
  const held = Promise.withResolvers<void>();
  let begun = 0;
  await page.route("**/imports/*/upload", async (route) => {
    // Pictures are sent by XMLHttpRequest, the word that all are there by fetch.
    if (route.request().resourceType() === "xhr") {
      begun += 1;
      if (begun > most) await held.promise;
    }
    await route.continue();
  });
  return { release: held.resolve, begun: () => begun };
}

test("a folder of 60 pictures is sent one by one, goes on while the member works elsewhere, and the goods are imported meanwhile", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await signIn(context);
  await page.goto("/back-office/imports");
  const names = Array.from({ length: 60 }, (_, number) => `folder-vest-${number + 1}.jpg`);
  const rows = names.map((name) => [name.replace(".jpg", ""), `Folder Vest ${name}`, "49.00", name]);
  const file = csvOf([["Handle", "Title", "Variant Price", "Image Src"], ...rows]);
  await page.getByLabel("File").setInputFiles({ name: "vests.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByText("0 of 60 pictures here")).toBeVisible();
  const preview = page.url();
  const folder = await folderOf(names);
  const { release, begun } = await holdPictures(page, 10);

  await test.step("the whole folder is chosen: what is on its way has a bar of its own, and all have one together", async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose a whole folder" }).click(),
    ]);
    await chooser.setFiles(folder);
    await expect(page.getByText("10 of 60 pictures are there.")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "All pictures" })).toBeVisible();
    const own = page.getByRole("progressbar", { name: /^folder-vest-\d+\.jpg$/ });
    await expect(own).toHaveCount(begun() - 10);
    expect(begun()).toBeLessThan(20);
    await expect(page.getByText("read-me.txt")).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });

  await test.step("closing the window is asked about, and the sending goes on", async () => {
    const asked = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await closing;
  });

  await test.step("the goods are imported while pictures wait", async () => {
    await page.getByRole("button", { name: "Import 60 rows" }).click();
    await expect(page.getByRole("heading", { name: "60 rows are in" })).toBeVisible();
    await expect(page.getByText("The others can still be sent")).toBeVisible();
  });

  await test.step("on another page of the workshop the pictures go on", async () => {
    await page.getByRole("link", { name: "Stock", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Stock", level: 1 })).toBeVisible();
    release();
    await expect.poll(begun, { timeout: 60_000 }).toBe(60);
  });

  await test.step("all arrive, each at the goods that name it", async () => {
    await expect
      .poll(async () => (await page.request.get(preview)).text(), { timeout: 60_000 })
      .not.toContain("The others can still be sent");
    await page.goto("/back-office/goods?q=Folder+Vest+folder-vest-60");
    const row = page.getByRole("row").filter({ hasText: "Folder Vest folder-vest-60.jpg" });
    await expect(row.locator("img")).toBeVisible();
    await page.goto(preview);
    await page.getByRole("button", { name: "Take this import back" }).click();
    await expect(page.getByRole("heading", { name: "This import was taken back" })).toBeVisible();
    await rm(folder, { recursive: true });
  });
});
