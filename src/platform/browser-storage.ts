import { useSyncExternalStore } from "react";

/** A value in the browser's storage under one key, synchronized between the shop's tabs. */
export interface Stored<T> {
  /** Returns the current value; the same object until it changes. */
  read(): T;
  /** Applies a change to the stored value, so that two tabs never undo each other's changes. */
  change(next: (value: T) => T): void;
  /** Removes stored text that is not a valid value, because it is broken or expired. */
  tidy(): void;
  /** Subscribes to changes made in this tab and in others. */
  subscribe(listener: () => void): () => void;
  /** Value that is used while nothing is stored. */
  readonly empty: T;
}

interface Notation<T> {
  empty: T;
  /** Parses stored text; null removes it from storage. Must not throw. */
  parse(text: string): T | null;
  /** Formats a value for storage; null removes the stored text. */
  serialize(value: T): string | null;
}

/** Stores a value under `key`. If the browser forbids storage, or it is full, the value is kept as long as the page. */
export function stored<T>(storage: () => Storage, key: string, { empty, parse, serialize }: Notation<T>): Stored<T> {
  const listeners = new Set<() => void>();
  let known: { text: string | null; value: T } = { text: null, value: empty };
  let isStorable = true;

  function storedText(): string | null {
    if (!isStorable) return known.text;
    try {
      return storage().getItem(key);
    } catch {
      return known.text;
    }
  }

  function store(text: string | null): void {
    try {
      if (text === null) storage().removeItem(key);
      else storage().setItem(key, text);
      isStorable = true;
    } catch {
      isStorable = false;
    }
  }

  function read(): T {
    const text = storedText();
    if (text !== known.text) known = { text, value: text === null ? empty : (parse(text) ?? empty) };
    return known.value;
  }

  return {
    empty,
    read,
    change(next) {
      const value = next(read());
      const text = serialize(value);
      store(text);
      known = { text, value };
      for (const listener of listeners) listener();
    },
    tidy() {
      const text = storedText();
      if (text !== null && parse(text) === null) store(null);
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => (event.key === key || event.key === null) && listener();
      // A page restored from the back/forward cache has not received the changes meanwhile.
      const cameBack = (event: PageTransitionEvent) => event.persisted && listener();
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      window.addEventListener("pageshow", cameBack);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
        window.removeEventListener("pageshow", cameBack);
      };
    },
  };
}

/** The stored value as React state; the server and the hydration render the default. */
export const useStored = <T>(value: Stored<T>): T =>
  useSyncExternalStore(value.subscribe, value.read, () => value.empty);

/** Parsed JSON of a stored text; undefined if invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
