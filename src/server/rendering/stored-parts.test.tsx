import { useId } from "react";
import { renderToString } from "react-dom/server";
import { Link, MemoryRouter, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { services } from "~/services";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { part, PartMarkupContext, partWithIds } from "~/ui/part";
import { documentPolicy } from "../http/security-headers";
import { openStoredParts, type StoredParts, storedPartsContext } from "./stored-parts";

const shop = await openTestShop();
const { pages } = testPages();

async function documentAt(path: string, parts?: StoredParts): Promise<string> {
  const context = new RouterContextProvider();
  context.set(services, shop);
  context.set(documentPolicy, () => "");
  context.set(storedPartsContext, parts ?? null);
  return (await pages(new Request(`${shop.address}${path}`), context)).text();
}

const PATHS =
  "/ /?best=women /shop/men /shop/women?sort=newest&colors=Black /shop/final-sale /search?query=jacket /about /contact /community /blogs /wishlist /cart /checkout /nothing".split(
    " ",
  );

test("a document is the same bytes without stored parts, while they are stored, and made of them", async () => {
  const some = await shop.db.select({ id: products.id, name: products.name }).from(products).limit(5);
  const paths = [...PATHS, ...some.map(productAddress)];
  const parts = openStoredParts();
  for (const path of paths) {
    const plain = await documentAt(path);
    expect(plain).toContain("</html>");
    expect(await documentAt(path, parts)).toBe(plain);
    expect(await documentAt(path, parts)).toBe(plain);
  }
});

test("no part is named by texts that it does not show", async () => {
  const [product] = await shop.db.select().from(products).limit(1);
  if (!product) throw new Error("there are no goods");
  const keys: string[] = [];
  const parts = openStoredParts();
  const noted: StoredParts = {
    forDocument(nonce) {
      const marks = parts.forDocument(nonce);
      return { ...marks, signs: (key) => (keys.push(key), marks.signs(key)) };
    },
  };
  await documentAt(productAddress(product), noted);
  expect(keys.find((key) => key.startsWith("data plate"))).toBeDefined();
  const words = product.description.slice(0, 30);
  expect(keys.filter((key) => key.includes(words))).toEqual([]);
});

const renders: string[] = [];
const Name = part("name", ({ name }: { name: string; onOpen?: () => void }) => {
  renders.push(name);
  return <b>{name}</b>;
});
const Way = part("way", ({ links }: { links: { href: string }[] }) =>
  links.map(({ href }) => {
    renders.push(href);
    return (
      <Link key={href} to={href}>
        On
      </Link>
    );
  }),
);
const Field = part("field", () => <input id={useId()} />);
const Named = partWithIds("named", () => {
  renders.push("named");
  return <input id={useId()} />;
});
const Picture = part("picture", ({ eager }: { eager: boolean }) => (
  <img src="/brand/mark.svg" alt="" loading={eager ? "eager" : "lazy"} />
));
const Both = part("both", ({ names }: { names: string[] }) => names.map((name) => <Name key={name} name={name} />));

function render(parts: StoredParts, page: React.ReactNode, nonce = "nonce"): string {
  renders.length = 0;
  const marks = parts.forDocument(nonce);
  return marks.complete(renderToString(<PartMarkupContext value={marks}>{page}</PartMarkupContext>));
}

test("a part is rendered once for equal properties, whatever its handlers are, and anew for others", () => {
  const parts = openStoredParts();
  const card = (name: string) => <Name name={name} onOpen={() => undefined} />;

  expect([render(parts, card("Boot")), [...renders]]).toEqual(["<b>Boot</b>", ["Boot"]]);
  expect([render(parts, card("Boot")), [...renders]]).toEqual(["<b>Boot</b>", []]);
  expect([render(parts, card("Belt")), [...renders]]).toEqual(["<b>Belt</b>", ["Belt"]]);
});

test("a link that leads on from the page at hand is rendered for each page, one that leads to an address once", () => {
  const parts = openStoredParts();
  const at = (path: string, href: string) =>
    render(
      parts,
      <MemoryRouter initialEntries={[path]}>
        <Way links={[{ href }]} />
      </MemoryRouter>,
    );

  for (const href of ["#list", "?sort=newest", "returns", "../men", ""])
    for (const path of ["/shop/men", "/about"])
      expect([at(path, href), [...renders]]).toEqual([at(path, href), [href]]);
  expect(at("/shop/men", "#list")).toContain('href="/shop/men#list"');
  expect(at("/about", "#list")).toContain('href="/about#list"');
  for (const href of ["/contact", "https://maps.example/", "mailto:shop@ironmesa.example"]) {
    const markup = at("/about", href);
    expect([at("/shop/men", href), [...renders]]).toEqual([markup, []]);
  }
});

test("a part may stand in another", () => {
  const parts = openStoredParts();
  render(parts, <Name name="Boot" />);
  expect([render(parts, <Both names={["Boot", "Belt"]} />), [...renders]]).toEqual([
    "<b>Boot</b><b>Belt</b>",
    ["Belt"],
  ]);
  expect([render(parts, <Both names={["Boot", "Belt"]} />), [...renders]]).toEqual(["<b>Boot</b><b>Belt</b>", []]);
});

test("what a document shows twice has ids of its own each time", () => {
  const parts = openStoredParts();
  for (const _ of ["stored", "known"]) {
    const ids = [...render(parts, [<Field key="a" />, <Field key="b" />]).matchAll(/id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(new Set(ids).size).toBe(2);
  }
});

test("a part that is stored with its ids has them in its place, and others in another", () => {
  const parts = openStoredParts();
  const page = (
    <div>
      <Named />
      <p>
        <Named />
      </p>
    </div>
  );
  const plain = renderToString(page);
  expect(new Set([...plain.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)).size).toBe(2);
  expect([render(parts, page), renders.length]).toEqual([plain, 2]);
  expect([render(parts, page), renders.length]).toEqual([plain, 0]);
});

test("a picture that React preloads in the head is preloaded each time, a lazy one is not", () => {
  const parts = openStoredParts();
  const page = (eager: boolean) => <Picture eager={eager} />;
  expect(render(parts, page(true))).toContain('rel="preload"');
  expect(render(parts, page(true))).toContain('rel="preload"');
  expect(render(parts, page(false))).toBe(render(parts, page(false)));
});

test("nobody's text is taken for a part", () => {
  const parts = openStoredParts();
  const forged = '<i data-part="other=0"></i>';
  expect(render(parts, <p dangerouslySetInnerHTML={{ __html: forged }} />)).toBe(`<p>${forged}</p>`);
});

test("takes no more memory than it may", () => {
  const parts = openStoredParts({ characters: 100 });
  for (const name of ["a", "b", "c"]) render(parts, <Name name={name.repeat(20)} />);
  render(parts, <Name name={"a".repeat(20)} />);
  expect(renders).toHaveLength(1);
  render(parts, <Name name={"a".repeat(20)} />);
  expect(renders).toHaveLength(0);
});
