import { afterEach, expect, test, vi } from "vitest";
import { log } from "~/platform/log.server";
import { clientAddress, missingAddressNotice, UNKNOWN_ADDRESS } from "./client-address";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["192.0.2.1:5678", "192.0.2.1"],
  ["[2001:DB8::1]:80", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ['"[2001:db8::1]:80"', "2001:db8::1"],
  ["10.9.9.9, 192.0.2.1:80", "192.0.2.1"],
])("the header %s names the client %s", (forwarded, address) => {
  expect(clientAddress(forwarded, "127.0.0.1", 1)).toBe(address);
});

test.each([
  null,
  "",
  ",",
  "unknown",
  "_hidden",
  "192.0.2.1, -",
  "192.0.2.256",
  "1.2.3",
  "shop.example",
  "::1::",
  "[",
  "\u0000",
])("the header %o names no client: its requests count as those of the address `unknown`", (forwarded) =>
  expect(clientAddress(forwarded, "127.0.0.1", 1)).toBe(UNKNOWN_ADDRESS),
);

test("addresses in X-Forwarded-For before those of the trusted proxies are ignored", () => {
  const forwarded = "10.9.9.9, 198.51.100.7, 192.0.2.1";
  expect(clientAddress(forwarded, "127.0.0.1", 0)).toBe("127.0.0.1");
  expect(clientAddress(forwarded, "127.0.0.1", 1)).toBe("192.0.2.1");
  expect(clientAddress(forwarded, "127.0.0.1", 2)).toBe("198.51.100.7");
});

test("with fewer entries in the header than trusted proxies, the first entry counts", () => {
  expect(clientAddress("192.0.2.1", "127.0.0.1", 2)).toBe("192.0.2.1");
});

test("a closed connection has the address `unknown`", () => {
  expect(clientAddress(null, undefined, 0)).toBe(UNKNOWN_ADDRESS);
});

test("a proxy that sends no client address is logged once", () => {
  const error = vi.spyOn(log, "error");
  const notice = missingAddressNotice(1);
  for (const address of ["192.0.2.1", UNKNOWN_ADDRESS, UNKNOWN_ADDRESS]) notice(address);
  missingAddressNotice(0)(UNKNOWN_ADDRESS);

  expect(error).toHaveBeenCalledTimes(1);
});
