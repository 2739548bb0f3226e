import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { areaOf } from "~/testing/walked-forms/areas";
import { formsByPage } from "~/testing/walked-forms/walk-forms.server";

/** Forms that are not WorkshopForms, each with the reason. */
const NO_WORKSHOP_FORM: Record<string, string> = {
  "shell/frame.page.tsx": "signing out saves nothing and ends the session that a submission belongs to",
  "shell/menu.page.tsx": "as the frame: the same button, on a phone",
  "people/people.page.tsx": "a search, sent by POST so that nobody's address stands in one of ours",
  "offers/try-offers.page.tsx":
    "a trial that saves nothing, sent by POST so that no discount code stands in an address",
  "ui/act-message.tsx": "Undo of the frame: sent to the page of the act, which answers it by the protocol",
};
/** Sign-in pages: without a signed-in member their forms need no submission id and cannot conflict, so they use `doorAction`. */
const DOOR = /^(?:sign-in|welcome)\//;
/** Actions without a form that a member fills in, each with the reason; they answer with a redirect or a file. */
const NO_FORM_ACTION: Record<string, string> = {
  "people/people.page.tsx": "a search",
  "offers/try-offers.page.tsx": "a trial that saves nothing",
  "sign-in/sign-out.page.ts": "ends the session, also one that is over",
  "content/export.page.ts": "answers with a file",
  "settings/test-letter.page.ts": "sent by a button inside the form of the settings, of which it saves nothing",
};

const sources = async (pattern: string) => {
  const found: { file: string; text: string }[] = [];
  for await (const path of glob(pattern, { cwd: "src/back-office" }))
    found.push({ file: path, text: await readFile(`src/back-office/${path}`, "utf8") });
  return found;
};

test("every form that saves is a WorkshopForm, except the listed ones", async () => {
  const drawn = (text: string) => /<Form\b[^>]*?method="post"/.test(text.replaceAll("=>", ""));
  const raw = (await sources("**/*.tsx")).filter(({ file, text }) => !DOOR.test(file) && drawn(text));
  expect(raw.map(({ file }) => file).toSorted()).toEqual(
    ["forms/workshop-form.tsx", ...Object.keys(NO_WORKSHOP_FORM)].toSorted(),
  );
});

test("each page's action is made by formAction, by stepAction or, for signing in, by doorAction", async () => {
  const own = (text: string) =>
    /export (?:async )?(?:function action\b|const action = (?!formActions?\(|doorActions?\(|stepAction\())/.test(text);
  const raw = (await sources("**/*.page.{ts,tsx}")).filter(({ text }) => own(text));
  expect(raw.map(({ file }) => file).toSorted()).toEqual(Object.keys(NO_FORM_ACTION).toSorted());
});

test("no screen keeps a submission id in its state, makes one, or draws its field, except the listed files", async () => {
  const screens = await sources("**/*.{ts,tsx}");
  const found = (pattern: RegExp, but: string[]) =>
    screens
      .filter(
        ({ file, text }) => !/\.(?:server|page|test)\.tsx?$/.test(file) && pattern.test(text) && !but.includes(file),
      )
      .map(({ file }) => file);
  const kept = screens.filter(({ text }) => /use(?:State|Ref|Memo)\((?:\(\) => )?[\w.]*submission\b/.test(text));
  expect(kept.map(({ file }) => file)).toEqual([]);
  // Ids of the links of a menu.
  expect(found(/[^`]\brandomUUID\(\)/, ["texts/menu-row-fields.ts"])).toEqual([]);
  // The form without script that sends pictures, which an address of its own receives.
  expect(found(/name="submission"/, ["goods/pictures/pictures-section.tsx"])).toEqual([]);
});

test("each page with forms is in an area whose test walks all its forms with two acts in a row", () => {
  const pages = Object.keys(formsByPage());
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.filter((page) => areaOf(page) === undefined)).toEqual([]);
});

test("every page with a formAction, doorAction or stepAction exports sendForm as clientAction, which keeps typed text when the shop cannot be reached", async () => {
  const pages = (await sources("**/*.page.tsx")).filter(({ text }) => /= (?:form|door|step)Actions?\(/.test(text));
  expect(pages.length).toBeGreaterThan(5);
  const cut = pages.filter(({ text }) => !text.includes("export const clientAction = sendForm;"));
  expect(cut.map(({ file }) => file)).toEqual([]);
});
