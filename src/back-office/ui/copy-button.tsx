import { useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "./button";

interface CopyButtonProps {
  /** Text that the button copies. */
  text: string;
  /** Name of the text, shown after "Copy". */
  what: string;
}

/** Button that copies a text and confirms it. It is not rendered without JavaScript. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const canCopy = useHydrated();
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  if (!canCopy) return null;
  const copy = async () => setOutcome((await copied(text)) ? "copied" : "refused");
  return (
    <span className="copy">
      <Button type="button" onClick={() => void copy()}>
        Copy {what}
      </Button>
      <span role="status" className="copy__outcome">
        {outcome === "copied" && "Copied."}
        {outcome === "refused" && "Your browser did not copy it. Select it, and copy it from there."}
      </span>
    </span>
  );
}

/** Copies a text with the clipboard API, which needs a secure origin, or else by selecting it; returns whether it was copied. */
async function copied(text: string): Promise<boolean> {
  const { clipboard }: { clipboard?: Pick<Clipboard, "writeText"> } = navigator;
  const isDone = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isDone === true || copiedAsSelection(text);
}

function copiedAsSelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "vh";
  document.body.append(area);
  area.select();
  // Deprecated, but the only API that works without https, as in a local network.
  const isDone = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
