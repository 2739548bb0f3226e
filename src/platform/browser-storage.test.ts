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

test("a stored value is read from storage, as the same object each time", () => {
  const store = stored(() => storage, "n", numbers);
  const storage = inMemory({ n: "[1,2]" });

  expect(store.read()).toEqual([1, 2]);
  expect(store.read()).toBe(store.read());
});

test("unreadable text is read as the default, and tidy() removes it", () => {
  const storage = inMemory({ n: "{[" });
  const store = stored(() => storage, "n", numbers);

  expect(store.read()).toEqual([]);
  store.tidy();
  expect(storage.getItem("n")).toBeNull();
});

test("tidy() keeps a valid value", () => {
  const storage = inMemory({ n: "[7]" });

  stored(() => storage, "n", numbers).tidy();

  expect(storage.getItem("n")).toBe("[7]");
});

test("a change applies to the value that another tab has stored meanwhile", () => {
  const storage = inMemory();
  const here = stored(() => storage, "n", numbers);
  const there = stored(() => storage, "n", numbers);

  here.change((value) => [...value, 1]);
  there.change((value) => [...value, 2]);
  here.change((value) => [...value, 3]);

  expect(there.read()).toEqual([1, 2, 3]);
});

test("an empty value removes the entry from storage", () => {
  const storage = inMemory({ n: "[1]" });

  stored(() => storage, "n", numbers).change(() => []);

  expect(storage.length).toBe(0);
});

test("if storage is forbidden, the value is kept as long as the page", () => {
  const store = stored<number[]>(forbidden, "n", numbers);

  store.change(() => [5]);
  store.change((value) => [...value, 6]);

  expect(store.read()).toEqual([5, 6]);
});

test("if storage is full, the changed value is kept in memory", () => {
  const storage = inMemory({ n: "[1]" });
  storage.setItem = () => {
    throw new Error("quota");
  };
  const store = stored(() => storage, "n", numbers);

  store.change((value) => [...value, 2]);

  expect(store.read()).toEqual([1, 2]);
});
