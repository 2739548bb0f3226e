import { useEffect, useLayoutEffect, useRef } from "react";

/** Handlers of keys, by the letter or, for two after each other, as "g t". */
export type Bindings = Record<string, (event: KeyboardEvent) => void>;

/** How long the first of two keys waits for the second, in milliseconds. */
const PAIR = 1_000;

/** The first of two keys, for all that listen: the second one is no single key of anybody. */
let started: { key: string; at: number } | undefined;

/**
 * Single keys for what the mouse does. They never fire while something is typed, with Ctrl, Alt or Cmd held, or while a dialog
 * is open. Those of a screen come before those of the frame around it.
 */
export function useKeys(bindings: Bindings, isOn: boolean, { isOfScreen = false } = {}): void {
  // Before the browser draws: a key that follows at once belongs to what is seen.
  const latest = useRef(bindings);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const before = started && performance.now() - started.at < PAIR ? started.key : undefined;
      const bound = latest.current[before === undefined ? key : `${before} ${key}`];
      const startsPair = Object.keys(latest.current).some((name) => name.startsWith(`${key} `));
      // The frame hears each key last: only then the pair is over.
      if (!isOfScreen) started = startsPair && !bound && !before ? { key, at: performance.now() } : undefined;
      if (!bound) return;
      event.preventDefault();
      bound(event);
    };
    document.addEventListener("keydown", press, isOfScreen);
    return () => document.removeEventListener("keydown", press, isOfScreen);
  }, [isOn, isOfScreen]);
}

/** Ctrl or Cmd with a letter; fires while typing, too. */
export function useCommandKey(letter: string, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [letter]);
}

/** Whether keys pressed here are text, or choose something in a control. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)));
