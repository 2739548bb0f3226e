import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Written before there was one form for all. None is added: what follows them on their address is emptied by keys of their own. */
const OLDER = [
  "orders/order-form.tsx",
  "orders/orders-chosen.tsx",
  "orders/orders-paste.page.tsx",
  "orders/orders-views.page.tsx",
];
/** The frame's own, and a search whose words are to stand in no address. */
const NO_RECORD = ["shell/frame.page.tsx", "shell/menu.page.tsx", "people/people.page.tsx"];

const sources = async (pattern: string) => {
  const found: { file: string; text: string }[] = [];
  for await (const path of glob(pattern, { cwd: "src/back-office" }))
    found.push({ file: path, text: await readFile(`src/back-office/${path}`, "utf8") });
  return found;
};

test("a form that saves is a WorkshopForm: no new one is drawn past it", async () => {
  const drawn = (text: string) =>
    /<GuardedForm\b/.test(text) || /<Form\b[^>]*?method="post"/.test(text.replaceAll("=>", ""));
  const own = /^(?:ui|forms|sign-in|welcome)\//;
  const raw = (await sources("**/*.tsx")).filter(({ file, text }) => !own.test(file) && drawn(text));
  const known = [...OLDER, ...NO_RECORD];
  expect(raw.map(({ file }) => file).filter((file) => !known.includes(file))).toEqual([]);
});

test("a page whose form is answered by the protocol keeps what was typed when the shop cannot be reached", async () => {
  const pages = (await sources("**/*.page.tsx")).filter(({ text }) => /= formActions?\(/.test(text));
  expect(pages.length).toBeGreaterThan(5);
  const cut = pages.filter(({ text }) => !text.includes("export const clientAction = sendForm;"));
  expect(cut.map(({ file }) => file)).toEqual([]);
});
