import { useEffect, useLayoutEffect, useRef } from "react";

/** Key handlers, by letter, or as "g t" for two letters in sequence. */
export type Bindings = Record<string, (event: KeyboardEvent) => void>;

/** Longest pause between the two letters of a sequence, in milliseconds. */
const PAIR = 1_000;

/** First letter of a sequence, shared by all listeners: the second letter must not trigger a single-letter shortcut. */
let started: { key: string; at: number } | undefined;

/**
 * Single-letter shortcuts. They never fire while typing, with Ctrl, Alt or Cmd held, or while a dialog is open. Those of a screen take
 * precedence over those of the frame.
 */
export function useKeys(bindings: Bindings, isOn: boolean, { isOfScreen = false } = {}): void {
  // A layout effect: a key pressed right after rendering acts on what is shown.
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
      // The frame's listener runs last, and only it ends the sequence.
      if (!isOfScreen) started = startsPair && !bound && !before ? { key, at: performance.now() } : undefined;
      if (!bound) return;
      event.preventDefault();
      bound(event);
    };
    document.addEventListener("keydown", press, isOfScreen);
    return () => document.removeEventListener("keydown", press, isOfScreen);
  }, [isOn, isOfScreen]);
}

/** Shortcut of Ctrl or Cmd with a letter; fires while typing, too. */
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

/** Whether keys typed here are text, or operate a control. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)));
