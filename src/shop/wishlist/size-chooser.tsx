import { useState, type FormEvent } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { SelectField } from "~/ui/field";
import { offeredSize } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { type ChosenSizes, type SizeOption, type Wanted, wantedIn } from "./add-all";

interface ChooserProps {
  wanted: Wanted[];
  /** Returns the button's label for the current choice of colors and sizes. */
  words: (chosen: Wanted[], sizes: ChosenSizes) => string;
  onChosen: (chosen: Wanted[], sizes: ChosenSizes) => void;
}

type SizeChooserProps = ChooserProps & { open: boolean; onClose: () => void };

/** Dialog for choosing the sizes of all products before they are added. */
export function SizeChooser({ open, onClose, ...chooser }: SizeChooserProps) {
  return (
    <Dialog
      title={chooser.wanted.some(isSized) ? "Choose your sizes" : "Choose your colors"}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Chooser {...chooser} />
    </Dialog>
  );
}

/** Content of the dialog. Mounted anew, and thereby reset, each time the dialog opens. */
function Chooser({ wanted, words, onChosen }: ChooserProps) {
  const [sizes, setSizes] = useState<ChosenSizes>({});
  const [colors, setColors] = useState<Record<string, string>>({});
  const [wasTried, setTried] = useState(false);
  const chosen = wanted.map((one) => wantedIn(one.card, colors[one.card.id] ?? one.color));
  const sized = chosen.filter(isSized);
  const chooseColor = ({ card }: Wanted, color: string) => {
    setColors({ ...colors, [card.id]: color });
    const isThere = wantedIn(card, color).sizes.some(({ size, isSoldOut }) => size === sizes[card.id] && !isSoldOut);
    if (!isThere) setSizes({ ...sizes, [card.id]: "" });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sized.every(({ card }) => sizes[card.id])) onChosen(chosen, sizes);
  };
  return (
    <form className="chooser" onSubmit={submit} noValidate>
      {chosen.map((one) => (
        <div key={one.card.id} className="chooser__one">
          {one.colors.length > 1 && <ColorField one={one} onChoose={(color) => chooseColor(one, color)} />}
          {isSized(one) && (
            <SizeField
              one={one}
              value={sizes[one.card.id] ?? ""}
              isMissing={wasTried && !sizes[one.card.id]}
              onChoose={(size) => setSizes({ ...sizes, [one.card.id]: size })}
            />
          )}
        </div>
      ))}
      <Button type="submit" wide>
        {words(chosen, sizes)}
      </Button>
    </form>
  );
}

const isSized = ({ sizes }: Wanted): boolean => sizes.length > 0;

const ColorField = ({ one: { card, colors, color }, onChoose }: { one: Wanted; onChoose: (color: string) => void }) => (
  <SelectField
    name={`color-${card.id}`}
    label={`${card.name}, color`}
    value={color}
    onChange={({ target }) => onChoose(target.value)}
  >
    {colors.map((each) => (
      <option key={each} value={each}>
        {each}
      </option>
    ))}
  </SelectField>
);

interface SizeFieldProps {
  one: Wanted;
  value: string;
  isMissing: boolean;
  onChoose: (size: string) => void;
}

const SizeField = ({ one: { card, colors, color, sizes }, value, isMissing, onChoose }: SizeFieldProps) => (
  <SelectField
    name={card.id}
    label={colors.length > 1 ? `${card.name}, size` : [card.name, color].filter(Boolean).join(", ")}
    value={value}
    error={isMissing ? new Refusal("size-missing").message : undefined}
    onChange={({ target }) => onChoose(target.value)}
  >
    <option value="" disabled>
      Choose a size
    </option>
    {sizes.map((option) => (
      <option key={option.size} value={option.size} disabled={option.isSoldOut}>
        {optionWords(option, sizes)}
      </option>
    ))}
  </SelectField>
);

/** Label of a size option, with the price if the sizes cost differently. */
const optionWords = ({ size, price, isSoldOut }: SizeOption, among: SizeOption[]): string =>
  [offeredSize(size), among.some((other) => other.price !== price) && formatCents(price), isSoldOut && "sold out"]
    .filter(Boolean)
    .join(", ");
