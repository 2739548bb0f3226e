import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openOutgoing } from "./outgoing.server";
import { fetchPublic, isPublicAddress, type Network, NotFetched } from "./public-fetch.server";

const outgoing = openOutgoing();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function host(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
/** Names that were resolved. In this fake network some names resolve to this machine, which counts as public. */
const asked: string[] = [];
const here: Network = {
  async resolve(name) {
    asked.push(name);
    if (name === "rebound.example" && asked.filter((each) => each === name).length > 1)
      return [{ address: "10.0.0.1", family: 4 }];
    return [{ address: name === "inside.example" ? "10.0.0.1" : "127.0.0.1", family: 4 }];
  },
  isPublic: (address) => address === "127.0.0.1",
  isPort: () => true,
};
async function fetched(address: string, network: Network = here): Promise<string> {
  let text = "";
  for await (const piece of fetchPublic(address, outgoing, network)) text += Buffer.from(piece).toString();
  return text;
}

describe("a download", () => {
  test("follows a redirect to a file of a public host", async () => {
    const port = await host((request, response) =>
      request.url === "/old" ? response.writeHead(302, { location: "/new" }).end() : response.end("picture"),
    );
    expect(await fetched(`http://shop.example:${port}/old`)).toBe("picture");
  });

  test("connects to the address to which the name was resolved, without resolving it again", async () => {
    const port = await host((_, response) => response.end("picture"));
    expect(await fetched(`http://rebound.example:${port}/`)).toBe("picture");
    expect(asked.filter((name) => name === "rebound.example")).toHaveLength(1);
  });

  test.each([
    ["file:///etc/passwd", "only addresses"],
    ["ftp://shop.example/a.jpg", "only addresses"],
    ["http://me:secret@shop.example/a.jpg", "password"],
    ["http://inside.example/a.jpg", "not on the public Internet"],
    ["http://10.0.0.7/a.jpg", "not on the public Internet"],
    ["http://[::1]/a.jpg", "not on the public Internet"],
    ["http://0x7f.1/a.jpg", "not on the public Internet"],
    ["jacket.jpg", "only addresses"],
  ])("is refused for %s", async (address, words) => {
    const strict = { ...here, isPublic: (ip: string) => isPublicAddress(ip) };
    await expect(fetched(address, strict)).rejects.toThrow(words);
  });

  test("is refused for a redirect into a private network, for endless redirects, and for an error status", async () => {
    const port = await host((request, response) => {
      if (request.url === "/inside") response.writeHead(302, { location: "http://inside.example/" }).end();
      else if (request.url === "/missing") response.writeHead(404).end("none");
      else response.writeHead(302, { location: "/round" }).end();
    });
    const at = (path: string) => fetched(`http://shop.example:${port}${path}`);
    await expect(at("/inside")).rejects.toThrow("not on the public Internet");
    await expect(at("/round")).rejects.toThrow("from one address to the next");
    await expect(at("/missing")).rejects.toThrow("its host answers 404");
  });

  test("fails with NotFetched if a redirect is invalid, or if the answer is cut off or never ends", async () => {
    const port = await host((request, response) => {
      if (request.url === "/nowhere") response.writeHead(302, { location: "http://[" }).end();
      else if (request.url === "/cut") {
        response.writeHead(200, { "content-length": "100" }).write("half");
        setTimeout(() => response.destroy(), 20);
      } else {
        const drip = setInterval(() => response.write("."), 20);
        response.on("close", () => clearInterval(drip));
      }
    });
    const at = async (path: string, patience?: number) => {
      for await (const piece of fetchPublic(`http://shop.example:${port}${path}`, outgoing, here, patience)) void piece;
    };
    await expect(at("/nowhere")).rejects.toThrow(NotFetched);
    await expect(at("/cut")).rejects.toThrow(new NotFetched("its host broke off"));
    await expect(at("/drip", 400)).rejects.toThrow(
      new NotFetched("its host does not answer in time", { isHostSilent: true }),
    );
  });

  test("fails with a time-out if the name is never resolved", async () => {
    const tarpit = { ...here, resolve: () => new Promise<never>(() => undefined) };
    await expect(fetchPublic("http://tarpit.example/", outgoing, tarpit, 200).next()).rejects.toMatchObject({
      message: "its host does not answer in time",
      isHostSilent: true,
    });
  });

  test("is refused for a name with a public and a private address", async () => {
    const mixed = {
      ...here,
      resolve: async () => [
        { address: "127.0.0.1", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
    };
    await expect(fetched("http://mixed.example/", mixed)).rejects.toThrow("not on the public Internet");
  });

  test("is refused for a redirect to another protocol or port, with a password, or to a private address", async () => {
    const port = await host((request, response) => {
      const to = new URLSearchParams(request.url?.split("?")[1]).get("to") ?? "";
      response.writeHead(302, { location: to }).end();
    });
    const strict = { ...here, isPublic: (address: string) => address === "127.0.0.1" };
    const led = (to: string) => fetched(`http://shop.example:${port}/?to=${encodeURIComponent(to)}`, strict);
    for (const to of ["http://[::ffff:10.0.0.1]/", "//169.254.169.254/latest/meta-data/", "http://[::1]/", "http://0/"])
      await expect(led(to)).rejects.toThrow("not on the public Internet");
    await expect(led("file:///etc/passwd")).rejects.toThrow("only addresses");
    await expect(led("http://me:secret@shop.example/")).rejects.toThrow("password");
    const webPortsOnly = { ...strict, isPort: (each: string) => each === "" || each === String(port) };
    await expect(
      fetched(`http://shop.example:${port}/?to=${encodeURIComponent("http://shop.example:6379/")}`, webPortsOnly),
    ).rejects.toThrow("port");
  });

  test("is refused for a port that is not one of the web", async () => {
    await expect(fetchPublic("http://example.com:22/", outgoing).next()).rejects.toThrow("port");
  });
});

test.each([
  ["93.184.215.14", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.31.255.255", false],
  ["192.168.0.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:7f00:1", false],
  ["::ffff:93.184.215.14", false],
  ["::127.0.0.1", false],
  ["::", false],
  ["0.0.0.0", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["64:ff9b:1::a00:1", false],
  ["2001:0:a00:1::", false],
  ["fe80::1%eth0", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["64:ff9b::a00:1", false],
  ["2002:a00:1::", false],
  ["2606:4700::1111", true],
  ["shop.example", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
