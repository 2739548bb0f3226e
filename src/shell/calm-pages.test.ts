import { expect, test } from "vitest";
import { isCalmPage } from "./calm-pages";

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
