import { expect, test } from "vitest";
import { classesTogether, orderFaults, rulesOf } from "./style-order.mjs";
import { syntaxOf } from "./sources.mjs";

const LIST = [
  "@layer ui, rooms;",
  '@import "./ui/dialog.css" layer(ui); /* later */',
  '@import "./ui/sign.css" layer(ui);',
  '@import "./shop/bag.css" layer(rooms);',
].join("\n");
const PAGE = '<section className="dialog sign"><b className="note" /></section>';

const faults = (dialog, sign, { bag = "", page = PAGE } = {}) =>
  orderFaults(
    LIST,
    new Map([
      ["ui/dialog.css", dialog],
      ["ui/sign.css", sign],
      ["shop/bag.css", bag],
    ]),
    classesTogether([{ file: "src/page.tsx", syntax: syntaxOf("src/page.tsx", `export const Page = () => ${page};`) }]),
  );

test("a rule of the second sheet may not set a property that a later rule of the first sheet sets on the same element", () => {
  expect(faults(".dialog { color: red }", ".sign { color: blue }")).toEqual([
    "ui/dialog.css: .dialog and .sign of ui/sign.css both set color: a page that has the former in its second sheet lets it win",
  ]);
});

test("a later rule of the first sheet also conflicts with a longhand of its property, and with rules for descendants, states and pseudo-elements", () => {
  expect(faults(".dialog { margin-top: 0 }", ".sign { margin: 1px }")).toHaveLength(1);
  expect(faults(".dialog h2 { color: red }", "@media (--from-lg) { .sign h2 { color: blue } }")).toHaveLength(1);
  expect(faults(".dialog:hover { color: red }", ".sign:focus { color: blue }")).toHaveLength(1);
  expect(faults(".dialog::after { color: red }", ".sign::after { color: blue }")).toHaveLength(1);
});

test("rules that differ in property, specificity, layer or element, or keep their order, are no fault", () => {
  expect(faults(".dialog { color: red }", ".sign { margin: 0 }")).toEqual([]);
  expect(faults(".dialog { color: red }", ".sign.sign { color: blue }")).toEqual([]);
  expect(faults(".dialog { color: red }", "", { bag: ".sign { color: blue }" })).toEqual([]);
  expect(faults(".dialog { color: red }", ".note { color: blue }")).toEqual([]);
  expect(faults(".dialog h2 { color: red }", ".sign p { color: blue }")).toEqual([]);
  expect(faults(".dialog::after { color: red }", ".sign { color: blue }")).toEqual([]);
  expect(faults("", ".sign { color: blue }", { bag: ".dialog { color: red }" })).toEqual([]);
});

test("a class passed to a component counts as being on one element with the component's own classes", () => {
  const component = { file: "src/sign.tsx", syntax: syntaxOf("src/sign.tsx", SIGN) };
  const page = {
    file: "src/page.tsx",
    syntax: syntaxOf("src/page.tsx", 'const P = () => <Sign className="dialog" />;'),
  };
  expect(classesTogether([component, page]).get("dialog")).toContain("sign");
});
const SIGN = 'export function Sign({ className }) { return <p className={["sign", className].join(" ")} />; }';

test("a selector's specificity is computed as browsers do", () => {
  const weights = (text) => rulesOf(text).map(({ selector, weight }) => `${selector} ${weight}`);
  expect(
    weights(".a > b, #c:is(.d, #e) { color: red } @media print { :where(.f) g::after, .h:not(.i):hover { top: 0 } }"),
  ).toEqual([".a > b 0,1,1", "#c:is(.d, #e) 2,0,0", ":where(.f) g::after 0,0,2", ".h:not(.i):hover 0,3,0"]);
});
