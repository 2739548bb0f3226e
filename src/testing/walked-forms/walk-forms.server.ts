import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import routes from "~/back-office/routes";
import { place } from "../back-office-as.server";
import { textOf } from "../html";
import { AREAS, type Area, areaOf } from "./areas";
import { type PostedForm, postedForms } from "./posted-forms.server";
import type { PageWalks, Typed, Walk } from "./walk";
import type { WalkedShop } from "./walked-shop.server";

type Shop = Pick<WalkedShop, "office" | "db">;

/** Registers the tests of an area: its list has every form of its pages, and each form is walked. */
export function walkForms(area: Area, walked: Shop, pages: Record<string, PageWalks>): void {
  test(`the list of walked forms has every form of the pages in ${AREAS[area].join(", ")}, and no other`, () => {
    const known = Object.entries(formsByPage()).filter(([page]) => areaOf(page) === area);
    const namesOf = (page: string, forms: object) =>
      // An action for one form may serve several forms, each of which may be listed.
      known.some(([own, [only]]) => own === page && only === "form") ? ["form"] : Object.keys(forms).toSorted();
    const listed = Object.entries(pages).map(([page, forms]) => [page, namesOf(page, forms)]);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(known.map(([page, forms]) => [page, forms.toSorted()])),
    );
  });

  const all = Object.entries(pages).flatMap(([page, forms]) =>
    Object.entries(forms).flatMap(([name, walk]) =>
      "apart" in walk ? [] : [{ title: `${page} ${name}`, name, walk }],
    ),
  );
  describe("[B-16] two acts in a row from one open page are each done once and told truly:", () => {
    test.each(all)("$title", { timeout: 60_000 }, async ({ name, walk }) => {
      const shop = (await walk.in?.()) ?? walked;
      expect(await walkOne(shop, name, walk)).toBeGreaterThan(0);
    });
  });
}

/** All pages with forms in the routes, without their endings, and the names of their forms. */
export function formsByPage(): Record<string, string[]> {
  const filesIn = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [file, ...filesIn(children)]);
  const pages = [...new Set(filesIn(routes))].map((file) => [file.replace(/\.tsx?$/, ""), formsOf(file)] as const);
  return Object.fromEntries(pages.filter(([, forms]) => forms.length > 0));
}

/** Names of the forms of a page's action, read in its source; a single form is called "form". */
function formsOf(file: string): string[] {
  const source = readFileSync(new URL(`../../back-office/${file}`, import.meta.url), "utf8");
  if (/^export const action = (?:formAction|stepAction)\(/m.test(source)) return ["form"];
  const [, forms = ""] = /^export const action = formActions\(\{\n([\s\S]*?)^\}\);/m.exec(source) ?? [];
  return [...forms.matchAll(/^ {2}"?([\w-]+)"?: /gm)].map(([, name = ""]) => name);
}

/** The page of a walk, with what is done on it. */
interface Opened {
  shop: Shop;
  page: string;
  name: string;
  walk: Walk;
  isLogged: boolean;
  /** Whether the page that follows announces the act. */
  isTold: boolean;
}

/** Walks one form; returns how many acts were done with it. */
async function walkOne(shop: Shop, name: string, walk: Walk): Promise<number> {
  const isLogged = !walk.isUnlogged;
  const opened = { shop, page: await walk.at(), name, walk, isLogged, isTold: isLogged && !walk.isSilent };
  const form = await formOn(opened);
  if (!form) throw new Error(`${opened.page} has no form ${name}.`);
  await refusedOnce(opened, form);
  await doneOnce(opened, form);
  const next = await laterOn(opened);
  if (walk.ends && !next) return 1;
  if (!next) throw new Error(`${opened.page} has no form ${name} any more.`);
  expect(idIn(next)).not.toBe(idIn(form));
  await doneAgain(opened, next);
  if (walk.ends) return 1;
  await doneMore(opened);
  return walk.other ? 3 : 2;
}

const typedIn = ({ types }: Walk) => (typeof types === "function" ? types() : (types ?? [{}, {}]));

/** A refusal: nothing is done, and the form that comes with it has an id of its own. */
async function refusedOnce(opened: Opened, form: PostedForm): Promise<void> {
  const before = await actsIn(opened.shop);
  const refused = await sent(opened, form, { ...typedIn(opened.walk)[0], unread: "a\0b" });
  const again = formIn(refused.html, opened);
  expect([refused.status, idIn(again) === idIn(form)]).toEqual([422, false]);
  expect(await newActs(opened, before)).toEqual([]);
}

/**
 * A double click, as two requests at the same moment, and a third one, as after a lost answer, are one act. The same form sent with
 * other values is never answered with its result.
 */
async function doneOnce(opened: Opened, form: PostedForm): Promise<void> {
  const [one, other] = typedIn(opened.walk);
  const before = await actsIn(opened.shop);
  const twins = await Promise.all([sent(opened, form, one), sent(opened, form, one)]);
  const [first] = twins;
  const third = await sent(opened, form, one);
  expectDone(first);
  const told = ({ status, to }: Answer) => ({ status, to: opened.isTold ? to : "" });
  expect([...twins, third].map(told)).toEqual([1, 2, 3].map(() => told(first)));
  const done = await newActs(opened, before);
  expect(done).toEqual(opened.isLogged ? [expect.any(String)] : []);
  expect(opened.isTold ? [first.done] : done).toEqual(done);

  const isOther = JSON.stringify(one) !== JSON.stringify(other);
  const changed = isOther && opened.isLogged ? await sent(opened, form, other) : undefined;
  expect(changed ?? TOLD).toMatchObject(TOLD);
  expect(await newActs(opened, before)).toEqual(done);
}

/** Answer to a form that was done before with other values. */
const TOLD = { status: 409, html: expect.stringContaining("saved once before") as string };

/** The second act is a new one; what can be done only once is refused with the reason. */
async function doneAgain(opened: Opened, next: PostedForm): Promise<void> {
  const { walk, isLogged, isTold } = opened;
  const standing = await actsIn(opened.shop);
  const second = await sent(opened, next, typedIn(walk)[1]);
  const later = await newActs(opened, standing);
  expectDone(walk.ends ? { ...second, status: 200 } : second);
  expect(later).toEqual(walk.ends ? later : isLogged ? [expect.any(String)] : []);
  expect([...standing]).not.toContain(second.done);
  expect(isTold ? later.filter((act) => act !== second.done) : []).toEqual([]);
}

/** Sends the same values twice, of which nothing but the truth is told, and does an act of another field or button. */
async function doneMore(opened: Opened): Promise<void> {
  const { walk, isTold } = opened;
  const last = await laterOn(opened);
  const known = await actsIn(opened.shop);
  const same = last && (await sent(opened, last, typedIn(walk)[1]));
  expect([...known]).not.toContain(same?.done);
  const sameActs = await newActs(opened, known);
  expect(isTold ? sameActs.filter((act) => act !== same?.done) : []).toEqual([]);
  if (!walk.other) return;

  const form = await laterOn(opened);
  if (!form) throw new Error(`${opened.page} has no form ${opened.name} any more.`);
  const since = await actsIn(opened.shop);
  const another = await sent(opened, form, walk.other);
  expectDone(another);
  expect(await newActs(opened, since)).toEqual([another.done]);
}

interface Answer {
  status: number;
  to: string;
  /** Id of the act that the next page announces; empty if there is none. */
  done: string;
  html: string;
}

async function sent({ shop }: Opened, { to, fields }: PostedForm, typed: Typed): Promise<Answer> {
  const kept = fields.filter(([name]) => !(name in typed));
  const own = Object.entries(typed).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const answer = await shop.office.post(to.startsWith("?") ? `/${to}` : to, [...kept, ...own]);
  const way = place(answer);
  return { status: answer.status, to: way, done: /[?&]done=([^&#]+)/.exec(way)?.[1] ?? "", html: await answer.text() };
}

/** Expects that a form was not refused; a failure shows the reason. */
const expectDone = ({ status, html }: Answer) =>
  expect({ isDone: status < 400, why: status < 400 ? "" : whyIn(html) }).toMatchObject({ isDone: true });

const whyIn = (html: string): string =>
  [...html.matchAll(/class="(?:notice|field__error)[^"]*"[^>]*>([\s\S]*?)<\/(?:div|p)>/g)]
    .map(([, words = ""]) => textOf(words))
    .join(" | ");

/** Opens the page and finds its form; undefined if the page does not have it. */
const formOn = async (opened: Opened): Promise<PostedForm | undefined> =>
  formIn(await (await opened.shop.office.fetch(opened.page)).text(), opened);

/** The form on the page as it is after an act, and after what happened in the shop since. */
async function laterOn(opened: Opened): Promise<PostedForm | undefined> {
  await opened.walk.between?.();
  return formOn(opened);
}

function formIn(html: string, { page, name, walk: { of: part } }: Opened): PostedForm | undefined {
  const of = typeof part === "function" ? part() : part;
  const path = (address: string) => address.split("?")[0];
  return postedForms(html, page).findLast(({ fields, to }) => {
    const value = (wanted: string) => fields.find(([field]) => field === wanted)?.[1];
    // The message after an act has a form that undoes it.
    if (value("submission") === undefined || to.startsWith("/log/") !== page.startsWith("/log/")) return false;
    if (name === "form") return path(to) === path(page) || to.startsWith("?index");
    return of === undefined ? value("form")?.split(":")[0] === name : value("form") === `${name}:${of}`;
  });
}

const idIn = (form: PostedForm | undefined) => form?.fields.find(([name]) => name === "submission")?.[1];

/** Ids of all acts in the log. */
async function actsIn({ db }: Shop): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`select distinct submission as id from audit`);
  return new Set(rows.map(({ id }) => id));
}
const newActs = async ({ shop }: Opened, before: Set<string>) =>
  [...(await actsIn(shop))].filter((id) => !before.has(id));
