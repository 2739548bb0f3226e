import { useCallback, useEffect, useRef, useState } from "react";
import { jsonIn, stored } from "~/platform/browser-storage";
import { DAY } from "~/platform/durations";
import { isComing, later } from "~/ui/later";
import type { FrameContent } from "./frame-content";

/** Milliseconds until the next attempt to open, while another dialog is open or the page does not allow the pop-up. */
const LOOK_AGAIN = 500;

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
  /** Whether the current page may show the pop-up; false during payment. */
  isWelcome: boolean;
}

/**
 * Offers the newsletter once, some seconds after the first load, on any page, but never over another dialog. After it was closed
 * or the shopper has subscribed, it is not shown for some days.
 */
export function PopUp({ texts, settings: { popUpDelay, popUpPauseDays }, isWelcome }: PopUpProps) {
  const [isOpen, setOpen] = useState(false);
  const welcome = useRef(isWelcome);
  useEffect(() => void (welcome.current = isWelcome));

  useEffect(() => {
    const look = () => {
      if (quietUntil.read() > Date.now()) return;
      if (welcome.current && !isDialogOpen()) setOpen(true);
      else timer = setTimeout(look, LOOK_AGAIN);
    };
    let timer = setTimeout(look, popUpDelay);
    return () => clearTimeout(timer);
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

const isDialogOpen = () => isComing() || document.querySelector("[role=dialog], [role=alertdialog]") !== null;
