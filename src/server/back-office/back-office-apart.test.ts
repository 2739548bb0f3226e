import { afterEach, expect, test, vi } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { openPageCache } from "../cache/page-cache";
import { testMember } from "~/testing/sign-in.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { addresses, pages, acceptsForms } = testPages();
// Without a cache, so that every request renders its page.
const app = testApp(shop, { pages, acceptsForms, pageCache: openPageCache({ bytes: 0 }) });
const owner = await testMember(shop, "owner");

afterEach(() => void vi.useRealTimers());

const example = (path: string) => path.replace("/*", "/nowhere").replace(":gender", "men").replace(/:\w+/g, "x1");

test.each(addresses.map(({ path }) => example(path)))(
  "[B-03, B-78] %s returns the same bytes with a member's cookie, and names nothing of the back office",
  async (path) => {
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    const asked = async (headers: Record<string, string>) => {
      const response = await app.fetch(new Request(`${shop.address}${path}`, { headers }));
      const { "x-request-id": _id, ...rest } = Object.fromEntries(response.headers);
      return { status: response.status, headers: rest, body: await response.text() };
    };
    const plain = await asked({});
    expect(await asked({ cookie: await owner.cookie() })).toEqual(plain);
    expect(plain.body).not.toMatch(/back-office|workshop-/i);
    expect(plain.headers["set-cookie"]).toBeUndefined();
  },
);
