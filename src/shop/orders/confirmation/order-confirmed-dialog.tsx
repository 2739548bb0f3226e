import { useRef, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "~/ui/dialog";
import { OrderConfirmedRows, type Confirmed, type ConfirmedWords } from "./order-confirmed-rows";

/** Dialog that confirms an order. Closing it navigates to the home page. */
export function OrderConfirmedDialog({ words, ...order }: Confirmed & { words: ConfirmedWords }) {
  const navigate = useNavigate();
  const followsLink = useRef(false);

  // A followed link also closes the dialog; closing must then not navigate to the home page.
  function remember({ target }: MouseEvent) {
    followsLink.current = target instanceof Element && target.closest("a[href]") !== null;
    setTimeout(() => (followsLink.current = false));
  }

  return (
    <Dialog
      look="sign"
      title={words.title}
      closeLabel="Close"
      open
      onOpenChange={() => followsLink.current || void navigate("/")}
    >
      <div onClickCapture={remember}>
        <OrderConfirmedRows text={words.text} {...order} />
      </div>
    </Dialog>
  );
}
