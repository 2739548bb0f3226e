import { expect, test } from "vitest";
import { checkedRow } from "./checked-row.server";
import { recordOf } from "./read-content.server";

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
/** Complaint of the import about a line as it stands in a file; undefined if there is none. */
function said(line: string): string | undefined {
  const record = recordOf({ number: 2, text: line, isPicture: false });
  if ("complaint" in record) return record.complaint;
  return "table" in record ? checkedRow(record, 2).complaint : undefined;
}

test.each(NAMES)("the name %s in a file of content is a name that the shop does not know", (name) => {
  const row = (text: string) => text.replaceAll("NAME", name);
  expect(said(row('{"table":"NAME","row":{"id":"x"}}'))).toBe("this shop has no such content.");
  expect(said(row('{"table":"products","row":{"id":"x","NAME":{"isAdmin":true}}}'))).toContain(
    "there is no such column",
  );
  expect(said(row('{"table":"settings","row":{"name":"NAME","value":{}}}'))).toContain("there is no setting");
  expect(said(row('{"table":"pages","row":{"key":"NAME","content":{}}}'))).toContain("there is no page");
  for (const kind of ["letter:", "search:"])
    expect(said(row(`{"table":"pages","row":{"key":"${kind}NAME","content":{}}}`))).toContain("there is no");
  expect(said(row('{"table":"pages","row":{"key":"letter:order-confirmed","content":{"NAME":"x"}}}'))).toBeDefined();
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test("a row that is a list, and a record with further names, are no way around the checks", () => {
  expect(said('{"table":"products","row":[1,2]}')).toContain("is missing");
  expect(said('{"table":["products"],"row":{"id":"x"}}')).toBe(" is no record.");
  expect(said('{"table":"products","table":"member_accounts","row":{"id":"x"}}')).toBe(
    "this shop has no such content.",
  );
});
