import { expect, test } from "vitest";
import { passwordIn, shownAddress, withoutPasswords } from "./shown-address";

test("an address is shown without any of its passwords, and otherwise as it is", () => {
  for (const [address, shown] of [
    ["postgres://shop:s3cr%40t@db.example:5432/shop", "postgres://shop@db.example:5432/shop"],
    ["postgres://shop:s3@cr:t@db.example/shop", "postgres://shop@db.example/shop"],
    ["postgres://:s3cr%40t@db.example/shop", "postgres://@db.example/shop"],
    [
      "postgresql://shop@db.example/shop?sslmode=require&password=s3cr%40t&sslpassword=s3cr%40t",
      "postgresql://shop@db.example/shop?sslmode=require",
    ],
    ["smtps://post:s3cr%40t@mail.example:465", "smtps://post@mail.example:465"],
    // No valid address, because a slash has to be encoded.
    ["postgres://shop:s3/cr?t@db.example/shop", "postgres://shop@db.example/shop"],
    ["postgres://shop@localhost/shop?host=%2Fdata%2Fsocket", "postgres://shop@localhost/shop?host=%2Fdata%2Fsocket"],
    ["http://localhost:3000/a@b", "http://localhost:3000/a@b"],
    ["https://shop.example/welcome?token=abc", "https://shop.example/welcome?token=abc"],
    ["s3://shop-backups/live", "s3://shop-backups/live"],
  ] as const)
    expect(shownAddress(address)).toBe(shown);
});

test("a text is shown without the passwords of the addresses in it", () => {
  const text =
    'Tried "postgres://shop:s3cr%40t@db.example/shop" and https://jo:s3cr%40t@s3.example.\nSee https://a.example';
  expect(withoutPasswords(text)).toBe(
    'Tried "postgres://shop@db.example/shop" and https://jo@s3.example.\nSee https://a.example',
  );
});

test("a database's password is found before the host or among the parameters", () => {
  expect(passwordIn("postgres://shop:s3cr%40t@db.example/shop")).toBe("s3cr@t");
  expect(passwordIn("postgres://shop@db.example/shop?password=s3cr%40t")).toBe("s3cr@t");
  expect(passwordIn("postgres://shop@localhost/shop")).toBeUndefined();
});
