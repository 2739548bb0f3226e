import { Button } from "./button";
import { Dialog } from "./dialog";

/** Two ways on from a page whose changes are not saved. */
export default function LeaveDialog({ stay, leave }: { stay(): void; leave(): void }) {
  return (
    <Dialog title="You have changes that are not saved" open onOpenChange={stay}>
      <p>If you leave now, what you typed is gone.</p>
      <p className="dialog__acts">
        <Button type="button" look="main" fit onClick={stay}>
          Stay here
        </Button>
        <Button type="button" onClick={leave}>
          Leave without saving
        </Button>
      </p>
    </Dialog>
  );
}
