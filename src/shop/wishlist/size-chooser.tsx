import { useState, type FormEvent } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { SelectField } from "~/ui/field";
import { offeredSize } from "../catalog/product";
import { Refusal } from "../refusal";
import type { Wanted } from "./add-all";

type SizeChooserProps = {
  /** Those that come in sizes. */
  wanted: Wanted[];
  words: string;
  open: boolean;
  onClose: () => void;
  /** The chosen sizes by product id. */
  onChosen: (sizes: Record<string, string>) => void;
};

/** Asks for the sizes of everything that comes in sizes, before all of it goes into the bag. Decisions §4. */
export function SizeChooser({ wanted, words, open, onClose, onChosen }: SizeChooserProps) {
  const [missing, setMissing] = useState<string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const sizes = Object.fromEntries(wanted.map(({ card }) => [card.id, String(form.get(card.id) ?? "")]));
    const without = wanted.flatMap(({ card }) => (sizes[card.id] ? [] : [card.id]));
    setMissing(without);
    if (without.length === 0) onChosen(sizes);
  };
  return (
    <Dialog title="Choose your sizes" open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form className="chooser" onSubmit={submit} noValidate>
        {wanted.map(({ card, color, sizes }) => (
          <SelectField
            key={card.id}
            name={card.id}
            label={[card.name, color].filter(Boolean).join(", ")}
            defaultValue=""
            error={missing.includes(card.id) ? new Refusal("size-missing").message : undefined}
            onChange={() => setMissing(missing.filter((id) => id !== card.id))}
          >
            <option value="" disabled>
              Choose a size
            </option>
            {sizes.map(({ size, isSoldOut }) => (
              <option key={size} value={size} disabled={isSoldOut}>
                {offeredSize(size)}
                {isSoldOut && ", sold out"}
              </option>
            ))}
          </SelectField>
        ))}
        <Button type="submit" wide>
          {words}
        </Button>
      </form>
    </Dialog>
  );
}
