import { expect, test } from "vitest";
import type { Sent } from "./send-picture";
import type { Addition } from "./upload-list";
import { uploads } from "./uploads";

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const file = (name: string, bytes = JPEG) => new File([bytes], name);

/** Opens an upload list with fake transfers, which the test ends. */
function opened() {
  const sent = new Map<string, PromiseWithResolvers<Sent>>();
  const added: Addition[] = [];
  const store = uploads({
    send(each, onShare) {
      onShare(0.5);
      const end = Promise.withResolvers<Sent>();
      sent.set(each.name, end);
      return end.promise;
    },
    add: (addition) => added.push(addition),
  });
  const states = () => store.files().map(({ file: { name }, state }) => `${name} ${state}`);
  const arrive = async (...names: string[]) => {
    for (const name of names) {
      await expect.poll(() => sent.has(name)).toBe(true);
      sent.get(name)?.resolve({ path: `/media/${name}` });
    }
  };
  return { store, sent, added, states, arrive };
}

test("three pictures are uploaded at once and added in the order in which they were chosen, whichever upload ends first", async () => {
  const { store, sent, added, states, arrive } = opened();
  store.choose(["a", "b", "c", "d"].map((name) => file(name)));
  await expect.poll(() => sent.size).toBe(3);
  expect(states()).toEqual(["a sending", "b sending", "c sending", "d waiting"]);

  await arrive("c", "d", "b");
  await expect.poll(states).toEqual(["a sending", "b ready", "c ready", "d ready"]);
  expect(added).toEqual([]);
  await arrive("a");
  await expect.poll(() => added).toEqual([{ kind: "add", paths: ["/media/a", "/media/b", "/media/c", "/media/d"] }]);
});

test("[B-49] retrying an interrupted upload sends only that picture, and adds it between its neighbors", async () => {
  const { store, sent, added, states, arrive } = opened();
  store.choose(["a", "b", "c"].map((name) => file(name)));
  await arrive("a", "c");
  sent.get("b")?.resolve({ cut: "It was cut off on its way." });
  await expect.poll(() => added).toEqual([{ kind: "add", paths: ["/media/a", "/media/c"] }]);
  expect(states()).toEqual(["a ready", "b cut", "c ready"]);

  sent.clear();
  store.tryAgain(store.files()[1]?.id ?? 0);
  await arrive("b");
  await expect
    .poll(() => added[1])
    .toEqual({ kind: "add", paths: ["/media/b"], after: "/media/a", before: "/media/c" });
  expect(sent.size).toBe(1);
});

test("choosing further files during uploads keeps uploaded pictures in the list until these are added to the product", async () => {
  const { store, added, states, arrive } = opened();
  store.choose([file("a"), file("b")]);
  await arrive("a");
  await expect.poll(states).toEqual(["a ready", "b sending"]);
  store.choose([file("c")]);
  await arrive("b", "c");
  await expect.poll(() => added).toEqual([{ kind: "add", paths: ["/media/a", "/media/b", "/media/c"] }]);

  store.choose([file("d")]);
  expect(states()).toEqual(["d sending"]);
});

test("[B-47] a file that is not a picture, or is too large, is not sent and gets a message; the others are sent", async () => {
  const { store, sent, added, arrive } = opened();
  const large = file("large", JPEG);
  Object.defineProperty(large, "size", { value: 26 * 1024 * 1024 });
  store.choose([file("program", new Uint8Array([0x4d, 0x5a])), large, file("a")]);
  await arrive("a");
  await expect.poll(() => added).toEqual([{ kind: "add", paths: ["/media/a"] }]);
  expect([...sent.keys()]).toEqual(["a"]);
  expect(store.files().map(({ message = "" }) => message)).toEqual([
    expect.stringContaining("no picture"),
    expect.stringContaining("larger than 25 MB"),
    "",
  ]);
});

test("the reason of a refused picture is shown during other uploads, until it is dismissed", async () => {
  const { store, states, arrive } = opened();
  const tiff = new Uint8Array([0x49, 0x49, 0x2a, 0x00, 8, 0, 0, 0]);
  const large = file("large.tif", tiff);
  Object.defineProperty(large, "size", { value: 80 * 1024 * 1024 });
  store.choose([large]);
  await expect.poll(states).toEqual(["large.tif refused"]);
  expect(store.files()[0]?.message).toBe("TIFF is not taken. Save it as JPG or PNG, then add it again.");

  store.choose([file("a")]);
  await arrive("a");
  await expect.poll(states).toEqual(["large.tif refused", "a ready"]);
  store.choose([file("b")]);
  await arrive("b");
  await expect.poll(states).toEqual(["large.tif refused", "b ready"]);
  store.leaveOut(store.files()[0]?.id ?? 0);
  expect(states()).toEqual(["b ready"]);
});

test("of a hundred chosen pictures a few are uploaded at a time, and all are added in their order", async () => {
  const { store, sent, added, states, arrive } = opened();
  const names = Array.from({ length: 100 }, (_, at) => `p${at}`);
  store.choose(names.map((name) => file(name)));
  for (const [place, name] of names.entries()) {
    await arrive(name);
    expect(states().filter((state) => state.endsWith(" sending")).length).toBeLessThanOrEqual(3);
    expect(sent.size).toBeLessThanOrEqual(place + 4);
  }
  await expect.poll(() => added).toEqual([{ kind: "add", paths: names.map((name) => `/media/${name}`) }]);
});
