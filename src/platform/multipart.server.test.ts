import { expect, test } from "vitest";
import { MalformedForm, partsOf } from "./multipart.server";

async function* inPieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const FORM = "multipart/form-data; boundary=--x";
const form = (...parts: [head: string, body: Buffer][]) =>
  Buffer.concat([
    ...parts.flatMap(([head, body]) => [
      Buffer.from(`----x\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: a/b\r\n\r\n`),
      body,
      Buffer.from("\r\n"),
    ]),
    Buffer.from("----x--\r\n"),
  ]);

// Content that repeatedly resembles a boundary.
const tricky = Buffer.from("\r\n----y\r\n--\r\n----\r\n\r\n----x".slice(0, -1) + "\0\xff".repeat(40), "latin1");

test.each([1, 2, 3, 7, 64, 1000])(
  "parts of a form that arrives in pieces of %i bytes are complete, with their names",
  async (size) => {
    const sent = form(['name="color"', Buffer.from("Black")], ['name="file"; filename="a %22b%22.jpg"', tricky]);
    const parts: unknown[] = [];
    for await (const { name, fileName, body } of partsOf(inPieces(sent, size), FORM))
      parts.push([name, fileName, await joined(body)]);

    expect(parts).toEqual([
      ["color", undefined, Buffer.from("Black")],
      ["file", 'a "b".jpg', tricky],
    ]);
  },
);

test.each([1, 5, 4000])("the unread rest of a part is skipped, in pieces of %i bytes", async (size) => {
  const sent = form(['name="one"', Buffer.alloc(5000, 7)], ['name="two"', Buffer.from("")], ['name="three"', tricky]);
  const read: unknown[] = [];
  for await (const { name, body } of partsOf(inPieces(sent, size), FORM)) {
    if (name === "one") for await (const piece of body) if (piece.length > 0) break;
    read.push([name, name === "three" ? await joined(body) : undefined]);
  }
  expect(read).toEqual([["one"], ["two"], ["three", tricky]].map(([name, body]) => [name, body]));
});

test("a form that is cut off, names no boundary, or has none where it should be is malformed", async () => {
  const whole = form(['name="file"; filename="a.jpg"', tricky]);
  const read = async (bytes: Buffer, type: string | null) => {
    for await (const { body } of partsOf(inPieces(bytes, 16), type)) await joined(body);
  };
  await expect(read(whole.subarray(0, whole.length - 12), FORM)).rejects.toThrow(MalformedForm);
  await expect(read(whole, "application/json")).rejects.toThrow(MalformedForm);
  await expect(read(whole, null)).rejects.toThrow(MalformedForm);
  await expect(read(Buffer.from(`----x\r\n${"a".repeat(20_000)}`), FORM)).rejects.toThrow(MalformedForm);
  await expect(read(Buffer.from(""), FORM)).rejects.toThrow(MalformedForm);
});
