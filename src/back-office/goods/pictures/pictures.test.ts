import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { wordsIn } from "~/testing/back-office-as.server";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { mediaUses } from "~/platform/media.tables";
import { StoreUnavailable } from "~/platform/object-store.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { cardTerms } from "~/shop/catalog/cards/card-terms.server";
import { cardsById, productById } from "~/shop/catalog/catalog.server";
import { productColors, products, variants } from "~/shop/catalog/catalog.tables";
import type { PicturesAct } from "./pictures.server";

const shop = await openTestShop();
const { db } = shop;
const app = testBackOffice(shop);

async function signedIn(role: "owner" | "editor" | "packer", name = "Dana") {
  const browser = testBrowser(app);
  browser.setCookie(await (await testMember(shop, role, name)).cookie());
  return browser;
}
const editor = await signedIn("editor");
const sam = await signedIn("owner", "Sam");

const idOf = async (name: string) =>
  (await db.select({ id: products.id }).from(products).where(eq(products.name, name)))[0]?.id ?? "";
const jacket = await idOf("Outlaw Leather Jacket");
const page = `/goods/${jacket}/pictures`;

let shade = 0;
/** Makes a JPEG file of one color, of another color each time. */
const photograph = (width = 40, height = 50) =>
  sharp({ create: { width, height, channels: 3, background: { r: (shade += 16), g: 80, b: 40 } } })
    .jpeg()
    .toBuffer();
const file = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

/** Uploads files like the form without script, or with `script` like the section's script. */
async function upload(files: File[], { color = "Black", script = false, browser = editor, to = page } = {}) {
  const form = new FormData();
  form.append("submission", randomUUID());
  form.append("color", color);
  for (const each of files) form.append("file", each);
  return browser.send(`${to}/upload`, form, script ? { accept: "application/json" } : {});
}

const imagesOf = async (color: string) =>
  (
    await db
      .select({ images: productColors.images })
      .from(productColors)
      .where(and(eq(productColors.productId, jacket), eq(productColors.name, color)))
  )[0]?.images ?? [];

async function act(does: PicturesAct, { browser = editor, fields = {} as Record<string, string> } = {}) {
  const html = await (await browser.get(page)).text();
  const seen = fieldIn(html, "versions").replaceAll("&quot;", '"');
  return browser.post(page, {
    form: "pictures",
    submission: fieldIn(html, "submission"),
    versions: seen,
    act: JSON.stringify(does),
    ...fields,
  });
}

test("[B-47] the pictures of one form are added in their order; a file that is not a picture gets a message", async () => {
  const before = await imagesOf("Black");
  const answer = await upload([
    file(await photograph(), "one.jpg"),
    file(Buffer.from("MZ\x90\0 and more"), "two.exe.jpg"),
    file(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "three.svg"),
    file(await photograph(), "four.png"),
  ]);

  expect(answer.status).toBe(303);
  const after = await imagesOf("Black");
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 2);
  const words = wordsIn(await (await editor.get(locationOf(answer).replace("/back-office", ""))).text());
  expect(words).toContain("2 files were not taken. two.exe.jpg: This is no picture, whatever its name says.");
  expect(words).toContain("three.svg: SVG drawings are not taken");
  expect(words).toMatch(/Pictures of [^.]+, Black: 6 pictures\./);
});

test("[B-48] listings and variants show the first picture of a color", async () => {
  const [first, second] = await imagesOf("Oxblood");
  const moved = await act({ kind: "move", color: "Oxblood", path: second ?? "", to: "earlier" });
  expect(moved.status).toBe(302);

  const [card] = await cardsById(db, [jacket], cardTerms(shop));
  const oxblood = card?.colors.find(({ name }) => name === "Oxblood");
  expect([oxblood?.front?.path, oxblood?.back?.path]).toEqual([second, first]);
  const product = await productById(db, jacket);
  expect(product?.images).toEqual([...(await imagesOf("Black")), second, first]);
  expect(new Set(product?.variants.filter(({ color }) => color === "Oxblood").map(({ image }) => image))).toEqual(
    new Set([second]),
  );
});

test("[B-48] missing alternative texts are marked; if two members write the same text, the second chooses which to keep", async () => {
  const answer = await upload([file(await photograph(), "a.jpg")], { color: "Oxblood" });
  expect(answer.status).toBe(303);
  const path = (await imagesOf("Oxblood")).at(-1) ?? "";
  const missing = async () =>
    wordsIn(await (await editor.get(page)).text()).split("Words are missing for those who cannot see it").length - 1;
  const before = await missing();
  expect(before).toBeGreaterThan(0);

  // The second member also opens the page before the first one saves.
  const html = await (await sam.get(page)).text();
  const saved = await act({ kind: "words" }, { fields: { [`alt:${path}`]: " Oxblood jacket, zipped " } });
  expect(saved.status).toBe(302);
  const fields = {
    form: "pictures",
    submission: fieldIn(html, "submission"),
    versions: fieldIn(html, "versions").replaceAll("&quot;", '"'),
    act: '{"kind":"words"}',
  };
  const stale = await sam.post(page, { ...fields, [`alt:${path}`]: "A red jacket" });
  expect(stale.status).toBe(409);
  const asked = await stale.text();
  expect(wordsIn(asked)).toContain("Dana changed these words");
  const again = (take: string) => ({
    submission: fieldIn(asked, "submission"),
    versions: fieldIn(asked, "versions").replaceAll("&quot;", '"'),
    act: '{"kind":"words"}',
    [`alt:${path}`]: "A red jacket",
    [`take:${path}`]: take,
  });
  expect((await sam.post(page, again("theirs"))).status).toBe(302);
  const [use] = await db.select().from(mediaUses).where(eq(mediaUses.path, path));
  expect(use?.alt).toBe("Oxblood jacket, zipped");
  expect(await missing()).toBe(before - 1);
});

test("an alternative text that is too long is refused with a message, and no text of the form is saved", async () => {
  const [path = "", other = ""] = await imagesOf("Black");
  const answer = await act(
    { kind: "words" },
    { fields: { [`alt:${path}`]: "x".repeat(501), [`alt:${other}`]: "Something else" } },
  );
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(wordsIn(html)).toContain("Use at most 500 characters.");
  expect(html).toMatch(/<textarea[^>]*>Something else</);
  const [use] = await db.select().from(mediaUses).where(eq(mediaUses.path, other));
  expect(use?.alt).not.toBe("Something else");
});

test("[B-22] undo restores a removed picture at its former position", async () => {
  const before = await imagesOf("Black");
  const answer = await act({ kind: "remove", color: "Black", path: before[1] ?? "" });
  expect(await imagesOf("Black")).toEqual(before.toSpliced(1, 1));
  const done = new URL(locationOf(answer), "http://localhost").searchParams.get("done");
  const [use] = await db
    .select()
    .from(mediaUses)
    .where(eq(mediaUses.path, before[1] ?? ""));
  expect(use?.unusedSince).not.toBeNull();

  expect((await editor.post(`/log/${done}`, { submission: randomUUID(), back: page })).status).toBe(302);
  expect(await imagesOf("Black")).toEqual(before);
  const [again] = await db
    .select()
    .from(mediaUses)
    .where(eq(mediaUses.path, before[1] ?? ""));
  expect(again?.unusedSince).toBeNull();
});

test("a published product without colors keeps at least one picture", async () => {
  const patches = await idOf("Garage Patch Set");
  const [row] = await db.select().from(products).where(eq(products.id, patches));
  const images = row?.images ?? [];
  const remove = async (path: string) => {
    const form = {
      form: "pictures",
      submission: randomUUID(),
      versions: "{}",
      act: JSON.stringify({ kind: "remove", color: "", path }),
    };
    return editor.post(`/goods/${patches}/pictures`, form);
  };
  await db.update(variants).set({ image: null }).where(eq(variants.productId, patches));
  for (const path of images.slice(1)) expect((await remove(path)).status).toBe(302);
  const last = await remove(images[0] ?? "");
  expect(last.status).toBe(422);
  expect(wordsIn(await last.text())).toContain("A product on the shop needs a picture.");
});

test("the upload by script returns the path of a picture, the same for the same picture, and a message for a damaged one", async () => {
  const bytes = await photograph();
  const sent = async () => {
    const answer = await upload([file(bytes, "a.jpg")], { script: true });
    return (await answer.json()) as { files: { path: string }[] };
  };
  const [first, again] = [await sent(), await sent()];
  expect(first.files[0]?.path).toMatch(new RegExp(`^/media/goods/${jacket}/[0-9a-f]{16}\\.webp$`));
  expect(again).toEqual(first);
  const half = await upload([file(bytes.subarray(0, bytes.length / 2), "half.jpg")], { script: true });
  expect(await half.json()).toEqual({
    files: [{ name: "half.jpg", complaint: "damaged", message: expect.stringContaining("damaged") }],
  });
});

test("of a hundred concurrent uploads some run, some wait, and the others get status 429 with Retry-After", async () => {
  const bytes = await photograph();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => upload([file(bytes, "a.jpg")], { script: true })),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const busy = answers.filter(({ status }) => status === 429);
  expect(taken.length).toBeGreaterThanOrEqual(9);
  expect(taken.length + busy.length).toBe(100);
  expect(busy[0]?.headers.get("retry-after")).toBe("5");
  expect(await busy[0]?.json()).toEqual({ message: expect.stringContaining("Try again in a few seconds") });
});

test("an upload by a member without the right is refused with 403, and the refusal is logged", async () => {
  const packer = await signedIn("packer");
  const answer = await upload([file(await photograph(), "a.jpg")], { browser: packer, script: true });
  expect(answer.status).toBe(403);
  const events = await db.select().from(memberEvents).where(eq(memberEvents.kind, "right-denied"));
  expect(events).toHaveLength(1);
  const html = await (await packer.get(page)).text();
  expect(html).not.toContain("Add pictures");
  expect((await act({ kind: "remove", color: "Black", path: "/media/x" }, { browser: packer })).status).toBe(403);
});

test("an upload without a session, from another site or to an unknown product is refused", async () => {
  const bytes = await photograph();
  const stranger = testBrowser(app);
  expect((await upload([file(bytes, "a.jpg")], { browser: stranger, script: true })).status).toBe(401);
  const led = await upload([file(bytes, "a.jpg")], { browser: stranger });
  expect(locationOf(led)).toBe(`/back-office/sign-in?back=${encodeURIComponent(`/back-office${page}`)}`);
  expect((await upload([file(bytes, "a.jpg")], { to: "/goods/nosuch/pictures", script: true })).status).toBe(404);
  const form = new FormData();
  form.append("file", file(bytes, "a.jpg"));
  const foreign = await editor.send(`${page}/upload`, form, { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("a truncated form, and an unknown act, change nothing", async () => {
  const before = await imagesOf("Black");
  const broken = await editor.send(`${page}/upload`, Buffer.from("--x\r\nContent-Disposition: form-data"), {
    accept: "application/json",
    "content-type": "multipart/form-data; boundary=x",
  });
  expect(broken.status).toBe(400);
  const form = '--x\r\nContent-Disposition: form-data; name="submission"\r\n\r\nnone\r\n--x--';
  const nameless = await editor.send(`${page}/upload`, Buffer.from(form), {
    "content-type": "multipart/form-data; boundary=x",
  });
  expect(nameless.status).toBe(400);
  for (const text of ["", "{", '{"kind":"move"}', '{"kind":"remove","color":"Black","path":"../../x"}'])
    expect((await act({ kind: "words" }, { fields: { act: text } })).status).toBe(400);
  expect(await imagesOf("Black")).toEqual(before);
});

test("[B-82] while the picture store does not answer, an upload gets a message, and the product gets no picture", async () => {
  const before = await imagesOf("Black");
  const takeIn = async () => {
    throw new StoreUnavailable("503");
  };
  const cut = testBrowser(testBackOffice({ ...shop, pictures: { ...shop.pictures, takeIn } }));
  cut.setCookie(await (await testMember(shop, "editor", "Robin")).cookie());

  const answer = await upload([file(await photograph(), "one.jpg")], { browser: cut, script: true });

  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await answer.json()).toEqual({
    message: "The store of pictures does not answer. Nothing was kept: try again in a minute.",
  });
  expect(await imagesOf("Black")).toEqual(before);
});
