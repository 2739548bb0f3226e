import { describe, expect, test } from "vitest";
import { addressPrefix } from "./network-address.server";

describe("the network that an address belongs to", () => {
  test("is the /64 of an IPv6 address, in any notation", () => {
    expect(addressPrefix("2001:db8:0:12:aaaa:bbbb:cccc:1")).toBe("2001:db8:0:12::/64");
    expect(addressPrefix("2001:0DB8::0012:0:0:0:1")).toBe("2001:db8:0:12::/64");
    expect(addressPrefix("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(addressPrefix("::1")).toBe("0:0:0:0::/64");
    expect(addressPrefix("64:ff9b::203.0.113.7")).toBe("64:ff9b:0:0::/64");
  });

  test.each([
    "203.0.113.7",
    " 203.0.113.7 ",
    "203.0.113.7:54321",
    '"203.0.113.7:54321"',
    "::ffff:203.0.113.7",
    "::FFFF:203.0.113.7",
    "0:0:0:0:0:ffff:203.0.113.7",
    "0000:0000:0000:0000:0000:ffff:cb00:7107",
    "::ffff:cb00:7107",
    "[::ffff:203.0.113.7]",
    "[::ffff:cb00:7107]:54321",
    "::ffff:203.0.113.7%eth0",
  ])("is the whole IPv4 address, written as %s", (written) => {
    expect(addressPrefix(written)).toBe("203.0.113.7");
  });

  test.each(["[2001:db8:0:12::9]:443", '"[2001:db8:0:12::9]:443"', "[2001:db8:0:12::9]", "2001:db8:0:12::9%25eth0"])(
    "does not depend on a port, brackets or a zone: %s",
    (written) => {
      expect(addressPrefix(written)).toBe("2001:db8:0:12::/64");
    },
  );

  test.each(["localhost", "unknown", "_hidden", "", "203.0.113", "203.0.113.7.1:80", "[::1", ":::", "1e9", null])(
    "is undefined for an invalid address: %s",
    (written) => {
      expect(addressPrefix(written)).toBeUndefined();
    },
  );
});
