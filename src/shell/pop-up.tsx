import { useCallback, useEffect, useRef, useState } from "react";
import { jsonIn, stored } from "~/platform/browser-storage";
import { DAY } from "~/platform/durations";
import { isComing, later } from "~/ui/later";
import type { FrameContent } from "./frame-content";

/** Milliseconds between two looks at whether the pop-up may open. */
const LOOK_AGAIN = 500;

/** Milliseconds for which it waits after a key, or after the last list, dialog or message has closed. */
const CALM = 3000;

/** Time until which the pop-up is not shown, in milliseconds since 1970. */
const quietUntil = stored<number>(() => window.localStorage, "newsletterPopUp", {
  empty: 0,
  parse: (text) => {
    const until = jsonIn(text);
    return typeof until === "number" ? until : null;
  },
  serialize: String,
});

const PopUpDialog = later(async () => (await import("./pop-up-dialog")).PopUpDialog);

interface PopUpProps {
  texts: FrameContent["popUp"];
  settings: Pick<FrameContent["settings"], "popUpDelay" | "popUpPauseDays">;
  /** Whether the current page may show the pop-up. */
  isWelcome: boolean;
}

/**
 * Offers the newsletter once, some seconds after the first load, on any page, but never over another dialog, while the shopper
 * types, or while a message about an act is shown. After it was closed or the shopper has subscribed, it is not shown for some days.
 */
export function PopUp({ texts, settings: { popUpDelay, popUpPauseDays }, isWelcome }: PopUpProps) {
  const [isOpen, setOpen] = useState(false);
  const welcome = useRef(isWelcome);
  useEffect(() => void (welcome.current = isWelcome));

  useEffect(() => {
    let due = Date.now() + popUpDelay;
    const wait = () => void (due = Math.max(due, Date.now() + CALM));
    const look = () => {
      if (quietUntil.read() > Date.now()) return end();
      if (isOccupied()) wait();
      if (welcome.current && Date.now() >= due) {
        setOpen(true);
        end();
      }
    };
    const timer = setInterval(look, LOOK_AGAIN);
    addEventListener("keydown", wait, true);
    addEventListener("input", wait, true);
    const end = () => {
      clearInterval(timer);
      removeEventListener("keydown", wait, true);
      removeEventListener("input", wait, true);
    };
    return end;
  }, [popUpDelay]);

  const stayAway = useCallback(() => quietUntil.change(() => Date.now() + popUpPauseDays * DAY), [popUpPauseDays]);
  const close = () => {
    setOpen(false);
    stayAway();
  };
  const isShown = isOpen && isWelcome;
  const [wasShown, setShown] = useState(false);
  if (isShown && !wasShown) setShown(true);
  return wasShown && <PopUpDialog texts={texts} isOpen={isShown} onClose={close} onSubscribed={stayAway} />;
}

/** Selector of open dialogs and lists, and of messages; `:is` drops a part that the browser does not know, such as `:open`. */
const OPEN = ":is([role=dialog], [role=alertdialog], [role=listbox]:not([hidden]), select:open, .toast)";

/** Whether a dialog, a list or a message is open. */
const isOccupied = () => isComing() || document.querySelector(OPEN) !== null;
