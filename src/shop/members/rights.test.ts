import { expect, test } from "vitest";
import { type Role, roles, roleWords } from "./member";
import { can, type Right, rights } from "./rights";

/** Rights other than the right to the member's own account, which every member has. */
const shared = rights.filter((right) => right !== "account");
const rightsOf = (role: Role): Right[] => shared.filter((right) => can({ role }, right));
const area = (right: Right): string => right.split(".")[0] ?? right;
const areasOf = (role: Role): string[] => [...new Set(rightsOf(role).map(area))].toSorted();
const isReading = (right: Right): boolean => right.endsWith(".read");

test(`${roleWords.owner.name}: ${roleWords.owner.does}`, () => {
  expect(rightsOf("owner")).toEqual(shared);
});

test(`${roleWords.manager.name}: ${roleWords.manager.does}`, () => {
  expect(rights.filter((right) => !can({ role: "manager" }, right))).toEqual([
    "erase",
    "recall",
    "payments.keys",
    "members.read",
    "members",
    "start-for-real",
  ]);
});

test(`${roleWords.packer.name}: ${roleWords.packer.does}`, () => {
  expect(areasOf("packer")).toEqual(["goods", "orders", "returns", "stock", "today", "views"]);
  expect(rightsOf("packer").filter((right) => !isReading(right))).toEqual([
    "orders.ship",
    "orders.make",
    "orders.note",
    "returns.receive",
    "stock.change",
    "views",
  ]);
});

test("a packer cannot see money, cost, shoppers' personal data, figures and members (B-12)", () => {
  const hidden: Right[] = ["money.read", "money.refund", "goods.cost.read", "people.read", "figures.read", "members"];
  expect(hidden.filter((right) => can({ role: "packer" }, right))).toEqual([]);
});

test(`${roleWords.editor.name}: ${roleWords.editor.does}`, () => {
  expect(rightsOf("editor").filter((right) => !isReading(right))).toEqual([
    "goods.words",
    "goods.pictures",
    "content.change",
    "queue.moderate",
    "messages.answer",
    "views",
  ]);
  expect(areasOf("editor")).toEqual(["content", "goods", "messages", "queue", "today", "views"]);
  expect(can({ role: "editor" }, "goods.cost.read")).toBe(false);
});

test(`${roleWords.bookkeeper.name}: ${roleWords.bookkeeper.does}`, () => {
  expect(rightsOf("bookkeeper")).toEqual(
    rights.filter((right) => (isReading(right) && right !== "members.read") || right === "export"),
  );
});

test("every right belongs to at least one role", () => {
  expect(rights.every((right) => roles.some((role) => can({ role }, right)))).toBe(true);
});
