import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { jsonIn, stored } from "~/platform/browser-storage";
import { Dialog } from "~/ui/dialog";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import type { FrameFacts } from "./facts";
import { SubscribeForm } from "./subscribe-form";

const DAY = 24 * 60 * 60 * 1000;
/** How soon to look again when it is not welcome or another dialog is in the way, in milliseconds. */
const LOOK_AGAIN = 500;

/** Until when it stays away, in milliseconds. */
const quietUntil = stored<number>(() => window.localStorage, "newsletterPopUp", {
  empty: 0,
  parse: (text) => {
    const until = jsonIn(text);
    return typeof until === "number" ? until : null;
  },
  serialize: String,
});

interface PopUpProps {
  texts: FrameFacts["popUp"];
  settings: Pick<FrameFacts["settings"], "popUpDelay" | "popUpPauseDays">;
  /** Not while the shopper pays. */
  isWelcome: boolean;
}

/**
 * Offers the newsletter once, some seconds after the first load, on whatever page the shopper is by then; never over another
 * dialog. Closed or used, it stays away for days.
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
  // It comes unasked: what somebody is typing elsewhere must not end up in its field.
  const offerText = useRef<HTMLDivElement>(null);
  const [, offer = "", rest = texts.heading] = /^(\S+ off)(.*)$/i.exec(texts.heading) ?? [];
  return (
    <Dialog
      title={texts.heading}
      look="bare"
      headless
      className="pop"
      open={isOpen && isWelcome}
      onOpenChange={(open) => !open && close()}
      initialFocus={offerText}
    >
      <div className="scene">
        <Picture picture={texts.picture} sizes="(width >= 768px) 370px, 100vw" alt="" className="scene__photo" />
      </div>
      <div className="pop__t topo topo--tall" ref={offerText} tabIndex={-1}>
        <p className="muted">{texts.kicker}</p>
        <h2 aria-hidden="true">
          <em>{offer}</em>
          {rest}
        </h2>
        <p>{texts.text}</p>
        <SubscribeForm texts={texts} look="stack" onDone={stayAway} />
        <div className="cats">
          {texts.categories.map(({ label, href }) => (
            <Link key={href} to={href} prefetch="intent">
              {label}
            </Link>
          ))}
        </div>
      </div>
      <CloseButton label={texts.closeLabel} />
    </Dialog>
  );
}

const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;
