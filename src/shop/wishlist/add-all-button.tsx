import { useState } from "react";
import { Button } from "~/ui/button";
import { useToast } from "~/ui/toast";
import { attempt } from "~/shop/form";
import { additionFor } from "~/shop/bag/bag";
import { TO_BAG, useBag } from "~/shop/bag/bag-provider";
import type { Card } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import { choiceOf, type ChosenSizes, countedSum, shownSum, wantedOf } from "./add-all";
import { SizeChooser } from "./size-chooser";

const WORDS = "Add All Items To Cart";

/** Adds all available products to the bag; asks for sizes first where needed. */
export function AddAllButton({ cards }: { cards: Card[] }) {
  const { add } = useBag();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const wanted = wantedOf(cards);
  const asksForSizes = wanted.some(({ sizes }) => sizes.length > 0);

  const addAll = async (sizes: ChosenSizes) => {
    setAsking(false);
    const added = await attempt(() => {
      const additions = wanted.map((one) => additionFor(one.card, choiceOf(one, sizes[one.card.id]), one.image));
      add(...additions);
      return additions;
    }, toast.error);
    if (added) toast.success("Added To Bag!", { link: TO_BAG });
  };
  return (
    <>
      <Button
        size="large"
        disabled={wanted.length === 0}
        onClick={() => (asksForSizes ? setAsking(true) : void addAll({}))}
      >
        {WORDS} - {formatCents(shownSum(wanted))}
      </Button>
      <SizeChooser
        wanted={wanted}
        words={(sizes) => {
          const counted = countedSum(wanted, sizes);
          return counted === null ? WORDS : `${WORDS} - ${formatCents(counted)}`;
        }}
        open={isAsking}
        onClose={() => setAsking(false)}
        onChosen={(sizes) => void addAll(sizes)}
      />
    </>
  );
}
