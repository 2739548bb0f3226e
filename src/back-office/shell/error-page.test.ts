import { expect, test } from "vitest";
import type { Services } from "~/services";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const owner = memberAs("owner");
const office = officeAs(shop, owner);

/** The shop with a database whose queries all fail. */
function withoutDatabase(services: Services): Services {
  const away = () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  };
  return { ...services, db: new Proxy(services.db, { get: away }) };
}

const said = async (response: Promise<Response>): Promise<[number, string]> => {
  const answer = await response;
  return [answer.status, wordsIn(await answer.text())];
};

test("an error page inside the frame names the reason and has links to other pages", async () => {
  const packer = officeAs(shop, memberAs("packer"));
  const saved = await office.post("/orders/views", { form: "save", submission: crypto.randomUUID(), name: "All" });
  const act = new URL(saved.headers.get("location") ?? "", "http://shop").searchParams.get("done") ?? "";
  const wrong: [asked: Promise<Response>, status: number, words: string][] = [
    [office.fetch("/nothing"), 404, "Nothing is here"],
    [office.fetch("/orders/00000000"), 404, "Nothing is here"],
    [office.fetch(`/log/${crypto.randomUUID()}`), 404, "Nothing is here"],
    [packer.fetch("/members"), 403, "Your role does not allow this. Ask an owner."],
    [packer.post("/discounts/new", { code: "X" }), 403, "Your role does not allow this. Ask an owner."],
    [office.post("/settings/shop", { shopName: "X" }), 400, "This could not be read"],
    [
      office.post(`/log/${crypto.randomUUID()}`, { submission: crypto.randomUUID() }),
      404,
      "The log knows no such change.",
    ],
  ];
  for (const [asked, status, words] of wrong) {
    const [answered, text] = await said(asked);
    expect([words, answered, text]).toEqual([words, status, expect.stringContaining(words)]);
    expect(text).toContain("Back to Today");
    expect(text).not.toContain("our mistake");
  }
  // An error on a page that can still be rendered is shown as a message above its content.
  const form = { submission: crypto.randomUUID() };
  expect((await office.post(`/log/${act}`, form)).status).toBe(302);
  const [status, text] = await said(office.post(`/log/${act}`, { ...form, back: "/orders" }));
  expect([status, text]).toEqual([409, expect.stringContaining("This form was saved once before")]);
});

test("an unexpected error is described as the shop's fault, and the page offers to try again", async () => {
  const broken = officeAs({ ...shop, settings: () => JSON.parse("{") as never }, owner);
  for (const path of ["/settings", "/"]) {
    const [status, text] = await said(broken.fetch(path));
    expect([path, status, text]).toEqual([path, 500, expect.stringContaining("It is our mistake, not yours.")]);
    expect(text).toContain("Try again");
  }
});

test("a page that fails keeps the rail, also where the rail's own numbers cannot be counted", async () => {
  const cut = () => {
    throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  };
  const slow = officeAs({ ...shop, db: new Proxy(shop.db, { get: () => cut }) }, owner);
  for (const path of ["/settings/tax?add=Tee", "/orders"]) {
    const page = await (await slow.fetch(path)).text();
    expect(page).toContain('href="/back-office/orders"');
    expect(wordsIn(page)).toContain("Try again");
  }
});

test("while the database is unreachable each screen says so, and a submitted form keeps its typed text", async () => {
  const away = officeAs(withoutDatabase(shop), owner);
  for (const path of ["/", "/orders", "/goods", "/log", "/members", "/settings/shop", "/system"]) {
    const [status, text] = await said(away.fetch(path));
    expect([path, status, text]).toEqual([path, 503, expect.stringContaining("The database is away")]);
  }
  const page = await (await office.fetch("/settings/shop")).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
  const base = field("base").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const form = { submission: field("submission"), versions: field("versions").replaceAll("&quot;", '"'), base };
  const typed = { ...(JSON.parse(base) as Record<string, string>), ...form, supportHours: "Day and night" };
  const failed = await away.post("/settings/shop", typed);
  expect([failed.status, await failed.text()]).toEqual([503, expect.stringContaining("Day and night")]);
  expect(shop.settings().supportHours).not.toBe("Day and night");
  const again = await office.post("/settings/shop", typed);
  expect(again.headers.get("location")).toContain("?done=");
  expect(shop.settings().supportHours).toBe("Day and night");
});
