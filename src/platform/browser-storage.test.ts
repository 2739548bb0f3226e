import { expect, test } from "vitest";
import { jsonIn, stored } from "./browser-storage";

const inMemory = (entries: Record<string, string> = {}) => {
  const map = new Map(Object.entries(entries));
  const storage: Storage = {
    get length() {
      return map.size;
    },
    clear: () => map.clear(),
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, text) => void map.set(key, text),
    removeItem: (key) => void map.delete(key),
  };
  return storage;
};

const forbidden = (): never => {
  throw new Error("denied");
};

const numbers = {
  empty: [] as number[],
  parse: (text: string) => {
    const value = jsonIn(text);
    return Array.isArray(value) ? value.map(Number) : null;
  },
  serialize: (value: number[]) => (value.length > 0 ? JSON.stringify(value) : null),
};

test("what was stored is there again, the same object each time it is read", () => {
  const store = stored(() => storage, "n", numbers);
  const storage = inMemory({ n: "[1,2]" });

  expect(store.read()).toEqual([1, 2]);
  expect(store.read()).toBe(store.read());
});

test("broken text counts as nothing, and tidying removes it", () => {
  const storage = inMemory({ n: "{[" });
  const store = stored(() => storage, "n", numbers);

  expect(store.read()).toEqual([]);
  store.tidy();
  expect(storage.getItem("n")).toBeNull();
});

test("tidying leaves what is sound", () => {
  const storage = inMemory({ n: "[7]" });

  stored(() => storage, "n", numbers).tidy();

  expect(storage.getItem("n")).toBe("[7]");
});

test("a change works on what another tab has stored meanwhile", () => {
  const storage = inMemory();
  const here = stored(() => storage, "n", numbers);
  const there = stored(() => storage, "n", numbers);

  here.change((value) => [...value, 1]);
  there.change((value) => [...value, 2]);
  here.change((value) => [...value, 3]);

  expect(there.read()).toEqual([1, 2, 3]);
});

test("an empty value leaves nothing behind", () => {
  const storage = inMemory({ n: "[1]" });

  stored(() => storage, "n", numbers).change(() => []);

  expect(storage.length).toBe(0);
});

test("where storing is forbidden the value lasts as long as the page", () => {
  const store = stored<number[]>(forbidden, "n", numbers);

  store.change(() => [5]);
  store.change((value) => [...value, 6]);

  expect(store.read()).toEqual([5, 6]);
});

test("a full storage does not lose the change that did not fit", () => {
  const storage = inMemory({ n: "[1]" });
  storage.setItem = () => {
    throw new Error("quota");
  };
  const store = stored(() => storage, "n", numbers);

  store.change((value) => [...value, 2]);

  expect(store.read()).toEqual([1, 2]);
});
