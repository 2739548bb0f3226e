import { useRef } from "react";
import { Link } from "react-router";
import { Dialog } from "~/ui/dialog";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import type { FrameContent } from "./frame-content";
import { SubscribeForm } from "./subscribe-form";

interface PopUpDialogProps {
  texts: FrameContent["popUp"];
  isOpen: boolean;
  onClose: () => void;
  onSubscribed: () => void;
}

/** Newsletter pop-up; its code is loaded when it first opens. */
export function PopUpDialog({ texts, isOpen, onClose, onSubscribed }: PopUpDialogProps) {
  // Focus goes to the text, not the field, because the pop-up may open while the shopper types elsewhere.
  const offerText = useRef<HTMLDivElement>(null);
  const [, offer = "", rest = texts.heading] = /^(\S+ off)(.*)$/i.exec(texts.heading) ?? [];
  return (
    <Dialog
      title={texts.heading}
      look="bare"
      headless
      className="pop"
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
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
        <SubscribeForm texts={texts} look="stack" onDone={onSubscribed} />
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
