import { useState, type FormEvent } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { SelectField } from "~/ui/field";
import { offeredSize } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { ChosenSizes, SizeOption, Wanted } from "./add-all";

interface ChooserProps {
  wanted: Wanted[];
  /** Label of the button for the sizes chosen so far. */
  words: (sizes: ChosenSizes) => string;
  onChosen: (sizes: ChosenSizes) => void;
}

type SizeChooserProps = ChooserProps & { open: boolean; onClose: () => void };

/** Dialog that asks for the sizes of all products before they are added. */
export function SizeChooser({ open, onClose, ...chooser }: SizeChooserProps) {
  return (
    <Dialog title="Choose your sizes" open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Chooser {...chooser} />
    </Dialog>
  );
}

/** Mounted anew whenever the dialog opens. */
function Chooser({ wanted, words, onChosen }: ChooserProps) {
  const [sizes, setSizes] = useState<ChosenSizes>({});
  const [wasTried, setTried] = useState(false);
  const sized = wanted.filter((one) => one.sizes.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sized.every(({ card }) => sizes[card.id])) onChosen(sizes);
  };
  return (
    <form className="chooser" onSubmit={submit} noValidate>
      {sized.map(({ card, color, sizes: options }) => (
        <SelectField
          key={card.id}
          name={card.id}
          label={[card.name, color].filter(Boolean).join(", ")}
          value={sizes[card.id] ?? ""}
          error={wasTried && !sizes[card.id] ? new Refusal("size-missing").message : undefined}
          onChange={({ target }) => setSizes({ ...sizes, [card.id]: target.value })}
        >
          <option value="" disabled>
            Choose a size
          </option>
          {options.map((option) => (
            <option key={option.size} value={option.size} disabled={option.isSoldOut}>
              {optionWords(option, options)}
            </option>
          ))}
        </SelectField>
      ))}
      <Button type="submit" wide>
        {words(sizes)}
      </Button>
    </form>
  );
}

/** A size, with its price where sizes differ. */
const optionWords = ({ size, price, isSoldOut }: SizeOption, among: SizeOption[]): string =>
  [offeredSize(size), among.some((other) => other.price !== price) && formatCents(price), isSoldOut && "sold out"]
    .filter(Boolean)
    .join(", ");
