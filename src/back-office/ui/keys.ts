import { useEffect, useLayoutEffect, useRef } from "react";

/** Key handlers, by a letter, or by two letters typed in sequence such as "g t". */
export type Bindings = Record<string, (event: KeyboardEvent) => void>;

/** Maximum pause between the two letters of a sequence, in milliseconds. */
const PAIR = 1_000;

/** First letter of a sequence. All listeners share it, so that the second letter does not trigger a single-letter shortcut. */
let started: { key: string; at: number } | undefined;

/**
 * Registers single-letter shortcuts. They do not fire while the member types, with Ctrl, Alt or Cmd held, or while a dialog is
 * open. A screen's shortcuts take precedence over the frame's.
 */
export function useKeys(bindings: Bindings, isOn: boolean, { isOfScreen = false } = {}): void {
  // Updated in a layout effect, so that a key pressed right after rendering uses the new bindings.
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
      // The frame's listener runs after that of the screen, and only the frame's ends the sequence.
      if (!isOfScreen) started = startsPair && !bound && !before ? { key, at: performance.now() } : undefined;
      if (!bound) return;
      event.preventDefault();
      bound(event);
    };
    document.addEventListener("keydown", press, isOfScreen);
    return () => document.removeEventListener("keydown", press, isOfScreen);
  }, [isOn, isOfScreen]);
}

/** Registers a shortcut of Ctrl or Cmd with a letter; it also fires while the member types. */
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

/** Whether a key pressed on this element types text or operates a control. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)));
