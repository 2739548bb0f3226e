import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isHarmlessDrawing } from "./harmless-drawing";

const SVG = "http://www.w3.org/2000/svg";
const drawn = (inside: string, attributes = "") => `<svg xmlns="${SVG}" viewBox="0 0 9 9"${attributes}>${inside}</svg>`;
const harmless = (text: string, encoding: BufferEncoding = "utf8") => isHarmlessDrawing(Buffer.from(text, encoding));

test.each([
  drawn('<path d="M0 0h9v9z"/>', ' aria-label="Men&#x27;s tops"'),
  drawn("<title>Tom &amp; Jerry&#39;s &lt;3</title><desc>1 > 0</desc>"),
  drawn(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#000"/></linearGradient></defs><rect fill="url(#a)"/>',
  ),
  drawn("<style>.a { fill: url('#b'); }</style><g class='a'/>"),
  drawn('<use xlink:href="#a"/><use href="#b" />', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
  `<?xml version="1.0" encoding="utf-8"?>\n<!-- Made by hand -->\n${drawn("<g/><!-- end -->")}\n`,
  `\uFEFF${drawn("<g/>")}`,
  drawn('<defs><g id="a"><path d="M0 0"/></g></defs><g id="b"><use href="#a"/><use href="#a" x="3"/></g>'),
])("a harmless drawing is accepted: %s", (text) => expect(harmless(text)).toBe(true));

test("the shop's own drawings are accepted", async () => {
  const files: string[] = [];
  for await (const file of glob("src/demo/content/**/*.svg")) files.push(file);
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) expect([file, isHarmlessDrawing(await readFile(file))]).toEqual([file, true]);
});

test.each([
  ["a script", drawn("<script>alert(1)</script>")],
  ["in capitals", drawn("<SCRIPT>alert(1)</SCRIPT>")],
  ["a prefixed script", drawn("<s:script>alert(1)</s:script>", ` xmlns:s="${SVG}"`)],
  ["a prefix of another page's", drawn('<h:script src="data:,alert(1)"/>', ' xmlns:h="http://www.w3.org/1999/xhtml"')],
  ["a prefixed drawing as a whole", `<s:svg xmlns:s="${SVG}"><s:script>alert(1)</s:script></s:svg>`],
  ["another language by default", drawn('<g xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></g>')],
  ["a language in entities", drawn('<g xmlns="http://www.w3.org/1999/xhtm&#108;"><body/></g>')],
  ["an event", drawn("<g/>", ' onload="alert(1)"')],
  ["an event on a line of its own", drawn('<g\n\tonclick\n=\n"alert(1)"/>')],
  ["an event behind a slash", drawn('<g/onclick="alert(1)">')],
  ["an event without quotes", drawn("<g onclick=alert(1)></g>")],
  ["a link", drawn('<a href="javascript:alert(1)"><g/></a>')],
  ["a link in entities", drawn('<use href="&#106;avascript:alert(1)"/>')],
  [
    "a link of another prefix",
    drawn('<use l:href="data:image/svg+xml;base64,x#a"/>', ' xmlns:l="http://www.w3.org/1999/xlink"'),
  ],
  ["a picture from elsewhere", drawn('<image href="https://eve.example/x.png"/>')],
  ["a picture that loads another", drawn('<feImage href="https://eve.example/x.svg"/>')],
  ["a page inside", drawn("<foreignObject><body/></foreignObject>")],
  ["an animated link", drawn('<animate attributeName="href" values="javascript:alert(1)"/>')],
  ["a set link", drawn('<set attributeName="onmouseover" to="alert(1)"/>')],
  ["a handler", drawn('<handler type="text/ecmascript">alert(1)</handler>')],
  ["a style from elsewhere", drawn('<style>@import "https://eve.example/x.css";</style>')],
  ["a style that is hidden", drawn("<style>@im\\70ort 'https://eve.example/x.css';</style>")],
  ["a style in pieces", drawn('<style>@im<!-- x -->port "https://eve.example/x.css";</style>')],
  ["a style around an element", drawn('<style>@im<g/>port "https://eve.example/x.css";</style>')],
  ["a fill that is written in entities", drawn('<g fill="u&#114;l(https://eve.example/x#a)"/>')],
  ["a fill from elsewhere", drawn('<g fill="url(https://eve.example/x#a)"/>')],
  ["entities of its own", `<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${drawn("&x;")}`],
  ["a document type", `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://eve.example/x.dtd">${drawn("")}`],
  ["a style sheet for all", `<?xml-stylesheet href="https://eve.example/x.xsl"?>${drawn("")}`],
  ["what is not read", drawn("<![CDATA[<script>alert(1)</script>]]>")],
  ["a comment that ends early", drawn("<!--><script>alert(1)</script>-->")],
  ["another encoding", `<?xml version="1.0" encoding="UTF-7"?>${drawn("")}`],
  ["something behind its end", `${drawn("")}<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>`],
  ["a stray bracket", drawn("1 < 2")],
  ["a link in a long reference", drawn('<g style="fill:u&#x0000000072;l(https://eve.example/x#a)"/>')],
  ["a link in a long decimal reference", drawn('<g style="fill:u&#0000000114;l(https://eve.example/x#a)"/>')],
  ["a use inside what is used", drawn('<g id="a"><use href="#b"/></g><g id="b"/><use href="#a"/>')],
  [
    "a use of a use",
    drawn('<use id="a" href="#b"/><use xlink:href="#a"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
  ],
])("a drawing with anything active is refused: %s", (_, text) => expect(harmless(text)).toBe(false));

const CIRCLE = '<path d="M0 0h9v9z"/>';
/** Levels of elements that each refer ten times to the level below: a hundred thousand drawings in a few lines. */
function levels(made: (name: string, inside: string) => string, refers: (name: string) => string): string {
  let text = made("l0", CIRCLE);
  for (let level = 1; level <= 5; level += 1)
    text += made(`l${level}`, `<path d="M0 0h9v9z" ${refers(`l${level - 1}`)}/>`.repeat(10));
  return drawn(`<defs>${text}</defs><path d="M0 0h9v9z" ${refers("l5")}/>`);
}
const ring = '<mask id="a"><g mask="url(#b)"/></mask><mask id="b"><g mask="url(#a)"/></mask><g mask="url(#a)"/>';
const zigzag = `M0 0${"h1v1".repeat(400)}`;

test.each([
  [
    "masks",
    levels(
      (id, inside) => `<mask id="${id}">${inside}</mask>`,
      (id) => `mask="url(#${id})"`,
    ),
  ],
  [
    "markers",
    levels(
      (id, inside) => `<marker id="${id}">${inside}</marker>`,
      (id) => `style="marker:url('#${id}')"`,
    ),
  ],
  [
    "clips",
    levels(
      (id, inside) => `<clipPath id="${id}">${inside}</clipPath>`,
      (id) => `clip-path="url( #${id} )"`,
    ),
  ],
  [
    "patterns",
    levels(
      (id, inside) => `<pattern id="${id}">${inside}</pattern>`,
      (id) => `fill="URL(#${id})"`,
    ),
  ],
  [
    "masks of a percent sign",
    levels(
      (id, inside) => `<mask id="${id}">${inside}</mask>`,
      (id) => `mask="url(#%6${(id.codePointAt(0) ?? 0) === 108 ? "c" : ""}${id.slice(1)})"`,
    ),
  ],
  ["a use of a percent sign", drawn(`<g id="a"><use href="#b"/></g><g id="b"/><use href="#%61"/>`)],
  ["a use behind a tab", drawn(`<g id="ab"><use href="#b"/></g><g id="b"/><use href="#a&#9;b"/>`)],
  ["a ring", drawn(ring)],
  [
    "markers of markers at each point",
    drawn(
      `<marker id="a">${CIRCLE}</marker><marker id="b"><path d="${zigzag}" marker-mid="url(#a)"/></marker><path d="${zigzag}" marker-mid="url(#b)"/>`,
    ),
  ],
  ["a style sheet that masks", drawn('<style>g { mask: url(#a); }</style><mask id="a"><g/></mask><g/>')],
  [
    "markers that a group hands down",
    drawn(
      `<marker id="a">${CIRCLE}</marker><marker id="b"><g marker-mid="url(#a)"><path d="${zigzag}"/></g></marker><g marker-mid="url(#b)"><path d="${zigzag}"/></g>`,
    ),
  ],
  [
    "markers that a use hands down",
    drawn(
      `<path id="z" d="${zigzag}"/><marker id="a">${CIRCLE}</marker><marker id="b"><path d="${zigzag}" marker-mid="url(#a)"/></marker><use href="#z" marker-mid="url(#b)"/>`,
    ),
  ],
  ["masks that are asked for from above", drawn('<mask id="a"><g/></mask><g mask="url(#a)"><g mask="inherit"/></g>')],
  ["masks of a variable", drawn('<mask id="a"><g/></mask><g style="--m:url(#a)"><g style="mask:var(--m)"/></g>')],
  ["another base", drawn('<use href="#a"/>', ' xml:base="//eve.example/x.svg"')],
])("a drawing that draws without bounds, or from elsewhere, is refused: %s", (_, text) =>
  expect(harmless(text)).toBe(false),
);

test("masks, clips, markers, patterns and gradients within bounds are accepted, also thousands of them", () => {
  const defs = `<mask id="m"><rect fill="url(#p)"/></mask><clipPath id="c">${CIRCLE}</clipPath><pattern id="p"><rect fill="url(#g)"/></pattern><linearGradient id="g"/>`;
  const text = drawn(
    `<style>.a { fill: url(#g); }</style>${defs}${'<g mask="url(#m)" clip-path="url(#c)"/>'.repeat(1500)}`,
  );
  expect(harmless(text)).toBe(true);
});

test("a drawing of a megabyte is read in time, however its elements lie in each other", () => {
  const deep = 20_000;
  const text = drawn(
    `${Array.from({ length: deep }, (__, at) => `<g id="i${at}">`).join("")}${"<use/>".repeat(deep)}${"</g>".repeat(deep)}`,
  );
  const began = process.cpuUsage();
  expect(harmless(text)).toBe(true);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500);
});

test("bytes that are not UTF-8 are refused", () => {
  expect(harmless(drawn("<title>\xe9</title>"), "latin1")).toBe(false);
  expect(harmless(drawn("<g/>"), "utf16le")).toBe(false);
});
