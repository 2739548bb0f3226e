import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { xml, xmlResponse } from "./xml.server";

test("texts are escaped, a list repeats its element, and attributes are written in the tag", () => {
  const document = xml({ rss: { "@version": "2.0", item: [{ title: "Belts & <Wallets>" }, { title: "Socks" }] } });

  expect(XMLValidator.validate(document)).toBe(true);
  expect(document).toContain('<rss version="2.0">');
  expect(new XMLParser().parse(document)).toMatchObject({
    rss: { item: [{ title: "Belts & <Wallets>" }, { title: "Socks" }] },
  });
});

test("characters that XML cannot represent are left out", async () => {
  const answer = xmlResponse({ title: "bell\u0007" }, {});

  expect(await answer.text()).toContain("<title>bell</title>");
});
