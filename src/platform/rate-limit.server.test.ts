import { expect, test } from "vitest";
import { addressPrefix } from "./rate-limit.server";

test("an IPv6 shopper is known by the network, whatever its notation", () => {
  expect(addressPrefix("2001:db8:0:12:aaaa:bbbb:cccc:1")).toBe("2001:db8:0:12::/64");
  expect(addressPrefix("2001:0DB8::0012:0:0:0:1")).toBe("2001:db8:0:12::/64");
  expect(addressPrefix("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(addressPrefix("::1")).toBe("0:0:0:0::/64");
});

test("an IPv4 address counts whole, also in its IPv6 clothes", () => {
  expect(addressPrefix("203.0.113.7")).toBe("203.0.113.7");
  expect(addressPrefix("::ffff:203.0.113.7")).toBe("203.0.113.7");
});

test("what is no address counts for nobody", () => {
  expect(addressPrefix("localhost")).toBeUndefined();
  expect(addressPrefix(null)).toBeUndefined();
});
