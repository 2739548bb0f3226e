import { useState } from "react";
import { Button } from "~/ui/button";
import { useToast } from "~/ui/toast";
import { attempt } from "~/shop/form";
import { additionFor } from "~/shop/bag/bag";
import { TO_BAG, useBag } from "~/shop/bag/bag-provider";
import type { Card } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import { asksFirst, choiceOf, type ChosenSizes, countedSum, shownSum, type Wanted, wantedOf } from "./add-all";
import { SizeChooser } from "./size-chooser";

const WORDS = "Add All Items To Cart";

/** Adds all available products of the wishlist to the bag; first asks for missing colors and sizes. */
export function AddAllButton({ cards }: { cards: Card[] }) {
  const { add } = useBag();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const wanted = wantedOf(cards);

  const addAll = async (chosen: Wanted[], sizes: ChosenSizes) => {
    setAsking(false);
    const added = await attempt(() => {
      const additions = chosen.map((one) => additionFor(one.card, choiceOf(one, sizes[one.card.id]), one.image));
      add(...additions);
      return additions;
    }, toast.error);
    if (added) toast.success("Added To Bag!", { link: TO_BAG });
  };
  return (
    <>
      {cards.some(({ isGiftCard }) => isGiftCard) && (
        <p className="fine">Gift cards are left out: choose amount and recipient on their page.</p>
      )}
      <Button
        size="large"
        disabled={wanted.length === 0}
        onClick={() => (asksFirst(wanted) ? setAsking(true) : void addAll(wanted, {}))}
      >
        {WORDS} - {formatCents(shownSum(wanted))}
      </Button>
      <SizeChooser
        wanted={wanted}
        words={(chosen, sizes) => {
          const counted = countedSum(chosen, sizes);
          return counted === null ? WORDS : `${WORDS} - ${formatCents(counted)}`;
        }}
        open={isAsking}
        onClose={() => setAsking(false)}
        onChosen={(chosen, sizes) => void addAll(chosen, sizes)}
      />
    </>
  );
}
