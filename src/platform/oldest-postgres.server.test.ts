import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startFailureWords } from "~/server/start-failure-words";
import { dropAllTables, migrate } from "./migrations.server";
import { OLDEST_POSTGRES, refuseOldPostgres } from "./oldest-postgres.server";

const SIMPLE_QUERY = 0x51;

/** Encodes a message of PostgreSQL's protocol from its kind and content. */
const message = (kind: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};

const number = (bytes: 2 | 4, value: number): Buffer => {
  const written = Buffer.alloc(bytes);
  written.writeIntBE(value, 0, bytes);
  return written;
};

const ready = message("Z", Buffer.from("I"));

/** Answer to any statement: one row with a version number. */
const answered = (text: string): Buffer =>
  Buffer.concat([
    message(
      "T",
      Buffer.concat([
        number(2, 1),
        Buffer.from("server_version_num\0"),
        number(4, 0),
        number(2, 0),
        number(4, 25),
        number(2, -1),
        number(4, -1),
        number(2, 0),
      ]),
    ),
    message("D", Buffer.concat([number(2, 1), number(4, text.length), Buffer.from(text)])),
    message("C", Buffer.from("SHOW\0")),
    ready,
  ]);

/** Starts a fake server that accepts any connection, answers every statement with its version, and records the statements. */
async function serverOf(version: string) {
  const asked: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.once("data", () => {
      socket.on("data", (data: Buffer) => {
        if (data[0] !== SIMPLE_QUERY) return;
        asked.push(data.toString("utf8", 5, data.length - 1));
        socket.write(answered(version));
      });
      socket.write(Buffer.concat([message("R", number(4, 0)), ready]));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `postgres://shop@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
  return { url, asked, [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())) };
}

test("a start with a database on an older PostgreSQL is refused with one line, after only the version was queried", async () => {
  await using server = await serverOf("140012");

  const error: unknown = await migrate({ url: server.url, ownerUrl: server.url }).catch((fault: unknown) => fault);

  expect(startFailureWords(error)).toBe(
    "The database of DATABASE_URL is on PostgreSQL 14, and the shop needs 15 or newer. Nothing was changed: upgrade the server, or let DATABASE_URL lead to a newer one.",
  );
  expect(server.asked).toEqual(["show server_version_num"]);
});

test("no table is dropped on a server on which it could not be created again", async () => {
  await using server = await serverOf("90624");

  await expect(dropAllTables(server.url)).rejects.toThrow("is on PostgreSQL 9,");
  expect(server.asked).toEqual(["show server_version_num"]);
});

test.each([`${OLDEST_POSTGRES}0000`, "150017", "180001"])("the server version %s is accepted", async (version) => {
  const owner = { query: async () => ({ rows: [{ server_version_num: version }] }) };

  await expect(refuseOldPostgres(owner as never)).resolves.toBeUndefined();
});
