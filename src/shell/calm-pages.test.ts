import { expect, test } from "vitest";
import { SIGNED } from "~/shop/private-addresses";
import { isCalmPage, isWelcomePage } from "./calm-pages";

test.each(["/checkout", "/sandbox/0f3c", "/pay/0f3c", "/order-change/0f3c"])(
  "%s is a page on which shoppers pay",
  (pathname) => {
    expect(isCalmPage(pathname)).toBe(true);
  },
);

test.each(["/", "/cart", "/pay", "/paying/0f3c", "/checkout/0f3c", "/shop/sandbox"])(
  "%s is not a page on which shoppers pay",
  (pathname) => {
    expect(isCalmPage(pathname)).toBe(false);
  },
);

/** Signed addresses that answer with a file, over which nothing opens. */
const FILES = ["/return-label/", "/your-copy-file/"];
const signedPages = SIGNED.filter((start) => !FILES.includes(start)).map((start) => `${start}0f3c/9a`);

test.each(["/checkout", "/your-data", "/unsubscribe", ...signedPages])(
  "the pop-up does not open over %s, where shoppers pay, ask about their own data or answer a letter",
  (pathname) => {
    expect(isWelcomePage(pathname)).toBe(false);
  },
);

test.each(["/", "/cart", "/privacy-policy", "/newsletter", "/shop/your-data", "/contact"])(
  "the pop-up may open over %s",
  (pathname) => {
    expect(isWelcomePage(pathname)).toBe(true);
  },
);
