import { testApp } from "./test-app.server";
import { testPages } from "./test-pages.server";
import { openTestShop, type TestShop } from "./test-shop.server";

/** Renders the public pages of a test shop, a new one unless one is given, as programs read them: without build and browser. */
export async function openReadablePages(given?: TestShop) {
  const shop = given ?? (await openTestShop());
  const { pages, acceptsForms } = testPages();
  const app = testApp(shop, { pages, acceptsForms });
  const ask = async (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(new URL(path, shop.address), init));
  return {
    shop,
    ask,
    html: async (path: string): Promise<string> => (await ask(path)).text(),
    json: async (path: string) => (await ask(path)).json(),
  };
}
