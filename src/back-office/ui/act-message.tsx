import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { LEADS_BACK } from "./leave-guard";

interface ActMessageProps {
  /** Sentence in the past tense that names the changed record. */
  text: string;
  /** Undo of the act; unset if the act cannot be undone. */
  undo?: { action: string; fields: Record<string, string> };
  /** Loads the function that keeps the message off the controls of the page and returns its end. */
  loadFloat: () => Promise<{ floatMessage: (message: HTMLElement) => () => void }>;
}

/** Milliseconds until the message disappears, counted from its appearance, or from the last time pointer or focus left it. */
const STAYS = 10_000;

/** Message after an act, with a button to undo it. Without JavaScript it is shown until the next page. */
export function ActMessage({ text, undo, loadFloat }: ActMessageProps) {
  const [isGone, setGone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = () => clearTimeout(timer.current);
  const leave = () => {
    hold();
    timer.current = setTimeout(() => setGone(true), STAYS);
  };
  useEffect(() => {
    timer.current = setTimeout(() => setGone(true), STAYS);
    return () => clearTimeout(timer.current);
  }, []);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end: (() => void) | undefined;
    void loadFloat().then(
      ({ floatMessage }) => (end = box.current ? floatMessage(box.current) : undefined),
      // Without the code the message stays at its own place.
      () => undefined,
    );
    return () => end?.();
  }, [loadFloat]);
  return (
    <div
      ref={box}
      className={isGone ? "act-message is-gone" : "act-message"}
      role="status"
      onPointerEnter={hold}
      onPointerLeave={leave}
      onFocus={hold}
      onBlur={leave}
    >
      <span>{text}</span>
      {undo && (
        <Form method="post" action={undo.action} {...LEADS_BACK}>
          {Object.entries(undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="act-message__undo" data-undo>
            Undo
          </button>
        </Form>
      )}
    </div>
  );
}
