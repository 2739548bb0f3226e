import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inPortions } from "~/platform/portions";
import { logChanges } from "~/shop/audit/change-log.server";
import { type Act, actOf } from "~/shop/audit/acts.server";
import { undo } from "~/shop/audit/undo.server";
import { type Role, roles } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { Refusal } from "~/shop/refusal";
import { officeAs } from "~/testing/back-office-as.server";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { recordKinds } from "../record-kinds.server";

const shop = await openTestShop();
const members = Object.fromEntries(roles.map((role) => [role, memberAs(role, `A ${role}`)])) as Record<
  Role,
  ReturnType<typeof memberAs>
>;

/** Inserts an act of a member into the log; returns its id. */
async function acted(role: Role, changes: { kind: string; field: string; record: string }[]): Promise<string> {
  const submission = randomUUID();
  const act = { memberId: members[role].id, submission, action: "change" as const, reason: "" };
  await shop.db.transaction((tx) =>
    logChanges(
      tx,
      act,
      changes.map((change) => ({ ...change, version: 1, old: null, new: "x" })),
    ),
  );
  return submission;
}

/** Refusal codes that do not depend on the record's current values. */
const NEVER = ["right-missing", "account-of-another", "not-undoable", "undo-too-late", "change-erased"];

async function refusalOf(role: Role, act: string): Promise<string> {
  try {
    await undo(shop, members[role], recordKinds, { of: { act }, submission: randomUUID() });
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** For each kind of record, one field for each rule by which undo is offered, and one field that can only be countered. */
const ofEachKind = [
  ...recordKinds.flatMap(({ kind, right, fields: own }) =>
    [
      ...Map.groupBy(Object.entries(own), ([, { right: other = right, isOwn, needsFactor, ofWhole }]) =>
        [other, isOwn, needsFactor, ofWhole].join(" "),
      ).values(),
    ].flatMap(([first]) => (first ? [{ kind, field: first[0] }] : [])),
  ),
  { kind: "refund", field: "amount" },
];

describe.each(ofEachKind)("$field of a $kind", (change) => {
  const isOwn = recordKinds.find(({ kind }) => kind === change.kind)?.fields[change.field]?.isOwn === true;

  test.each(roles)("has an undo button for the role %s exactly if the undo would not be refused", async (role) => {
    const others = roles.find((each) => each !== role && each !== "packer") ?? "owner";
    const isReader = can(members[role], "log.read");
    // Records about members are tested for the member's own record and for another's.
    const acts = [
      await acted(role, [{ ...change, record: randomUUID() }]),
      ...(isOwn ? [await acted(role, [{ ...change, record: members[role].id }])] : []),
      ...(isOwn && isReader ? [await acted(others, [{ ...change, record: members[others].id }])] : []),
    ];
    for (const act of acts) {
      const { undoable } = (await actOf(shop, members[role], recordKinds, act)) as Act;
      expect([undoable, NEVER.includes(await refusalOf(role, act))]).toEqual([undoable, undoable !== "yes"]);
    }
  });
});

const buttonsOf = (page: string) =>
  elementsOf(page, "button")
    .map(textOf)
    .filter((words) => /^Take|^Undo/.test(words));

describe("an act's page", () => {
  test("has an undo button for exactly the changes that the member may undo: all, some, or none", async () => {
    const setting = { kind: "setting", field: "returnDays", record: "returnDays" };
    const name = { kind: "member", field: "name", record: members.packer.id };
    const page = async (role: Role, act: string) => {
      const response = await officeAs(shop, members[role]).fetch(`/log/${act}`);
      expect(response.status).toBe(200);
      return response.text();
    };
    const plain = await acted("manager", [setting]);
    expect(buttonsOf(await page("manager", plain))).toEqual(["Take it back"]);
    expect(buttonsOf(await page("bookkeeper", plain))).toEqual([]);
    const mixed = await acted("packer", [name, { ...setting, record: "supportHours", field: "supportHours" }]);
    expect(buttonsOf(await page("owner", mixed))).toEqual(["Take this back"]);
  });

  test("opens for the member who did the act, without a link to the log if the member may not read it", async () => {
    const act = await acted("packer", [{ kind: "stock", field: "level", record: "1" }]);
    const response = await officeAs(shop, members.packer).fetch(`/log/${act}`);
    expect(response.status).toBe(200);
    const main = (await response.text()).replace(/^[^]*<main/, "<main");
    expect(elementsOf(main, "a").map((link) => attributeOf(link, "href"))).not.toContain("/back-office/log");
    expect((await officeAs(shop, members.editor).fetch(`/log/${act}`)).status).toBe(403);
  });

  test.each(roles)("links a %s only to screens that they may open", async (role) => {
    const office = officeAs(shop, members[role]);
    const record = randomUUID();
    const ways = new Set<string | undefined>();
    for (const some of inPortions(ofEachKind, 40)) {
      const act = await acted(
        role,
        some.map((change) => ({ ...change, record })),
      );
      // The page lists all changes.
      expect((await actOf(shop, members[role], recordKinds, act))?.changes).toHaveLength(some.length);
      const main = (await (await office.fetch(`/log/${act}`)).text()).replace(/^[^]*<main/, "<main");
      for (const link of elementsOf(main, "a")) ways.add(attributeOf(link, "href")?.replace(/^\/back-office/, ""));
    }
    expect(ways.size).toBeGreaterThan(0);
    for (const way of ways) expect([way, (await office.fetch(way || "/")).status]).not.toEqual([way, 403]);
  });
});
