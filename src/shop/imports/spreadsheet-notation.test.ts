import { describe, expect, test } from "vitest";
import { mayBecome, spoiltWords } from "./spreadsheet-notation";

describe("texts that a spreadsheet reformats", () => {
  test.each([
    ["00123", "123"],
    ["94.00", "94"],
    ["10.0", "10"],
    ["1e5", "1.00E+05"],
    ["1e5", "100000"],
    ["12E3", "1.20E+04"],
    ["0123456789012", "1.23457E+11"],
    ["123456789012", "1.23457E+11"],
    ["1234567890123456789", "1.23456789012346E+018"],
    ["1234567890123456789", "1234567890123450000"],
    ["true", "TRUE"],
    ["1-2", "2-Jan"],
    ["3/4", "4-Mar"],
    ["3/4", "03/04/2026"],
    ["3/4", "3/4/2026"],
    ["3/4", "2026-03-04"],
    ["10-32", "Oct-32"],
    ["MAR1", "1-Mar"],
    ["Jan 5", "01/05/2026"],
    ["2026-11-27", "11/27/2026"],
    ["10:30", "10:30:00 AM"],
    ["10:30", "10:30:00"],
    ["1,200", "1200"],
    ["$5.00", "5"],
    ["(5)", "-5"],
    ["5%", "0.05"],
    ["1 1/2", "1.5"],
    [".5", "0.5"],
    ["+5", "5"],
    ["'=1", "=1"],
    ["'twas", "twas"],
    ["one\r\ntwo ", "one\ntwo"],
    ["Łódź → home", "?ód? ? home"],
  ])("`mayBecome`: %j may be written as %j", (text, cell) => {
    expect(mayBecome(text, cell)).toBe(true);
  });

  test.each([
    ["123", "0123"],
    ["123", "124"],
    ["94.00", "94.50"],
    ["12345678901234567", "12345678901234568"],
    ["0123456789012", "1.33457E+11"],
    ["1-2", "3-Jan"],
    ["2026-11-27", "11/28/2026"],
    ["twas", "'twas"],
    ["black", "BLACK"],
    ["Lodz", "?odz"],
    ["", "0"],
    ["XL", "L"],
    ["US 10", "10"],
  ])("`mayBecome`: %j is never written as %j", (text, cell) => {
    expect(mayBecome(text, cell)).toBe(false);
  });
});

test("`spoiltWords` returns a message only for cells that a spreadsheet damaged beyond recognition", () => {
  expect(spoiltWords("1.23E+12")).toMatch(/^a spreadsheet shortened a number to 1\.23E\+12/);
  expect(spoiltWords("2-Jan")).toMatch(/^a spreadsheet took a text for a day and wrote 2-Jan/);
  expect(["1e5", "US 10", "MAR-01", "2-JAN", "12-13", "1E5", "94"].map(spoiltWords)).toEqual(Array(7).fill(undefined));
});
