import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import routes from "~/routes";
import { isPrivateAddress, isSignedAddress } from "~/shop/private-addresses";
import { openReadablePages } from "~/testing/read-pages.server";

const { shop, ask } = await openReadablePages();

/** Routes whose pages are sent with `privatePage`, as addresses without a record. */
async function privateRoutes(): Promise<string[]> {
  const found: string[] = [];
  for (const { path, file } of routes) {
    const source = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    if (path && /\bprivatePage\b/.test(source)) found.push(`/${path.replaceAll(/:\w+/g, "none")}`);
  }
  return found;
}

test("refusals at private addresses are kept by nobody, and those at signed ones tell their address to nobody", async () => {
  const all = await privateRoutes();
  expect(all).toHaveLength(17);
  const bare = { method: "POST", body: new URLSearchParams({ act: "none" }), headers: { origin: shop.address } };
  for (const path of all) {
    expect([path, isPrivateAddress(path)]).toEqual([path, true]);
    const answers = await Promise.all([
      ask(path),
      ask(`${path}.data`),
      ask(path, bare),
      ask(`${path}.data`, bare),
      ask(path.toUpperCase()),
      ask(path.replace("/", "/%" + path.charCodeAt(1).toString(16)).replace(/(%..)./, "$1")),
      ask(path, { method: "PUT", body: "x" }),
    ]);
    for (const { headers, status } of answers) {
      expect([path, status, headers.get("cache-control")]).toEqual([path, status, "private, no-store"]);
      if (!isSignedAddress(path)) continue;
      const secrecy = [headers.get("referrer-policy"), headers.get("x-robots-tag")];
      expect([path, status, ...secrecy]).toEqual([path, status, "same-origin", "noindex"]);
    }
  }
});
