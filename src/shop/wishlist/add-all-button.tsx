import { useState } from "react";
import { Button } from "~/ui/button";
import { useToast } from "~/ui/toast";
import { attempt } from "../answer";
import { lineFor } from "../bag/bag";
import { useBag } from "../bag/bag-provider";
import type { Card } from "../catalog/product";
import { formatCents, sum } from "../money";
import { choiceOf, wantedOf } from "./add-all";
import { SizeChooser } from "./size-chooser";

const WORDS = "Add All Items To Cart";

/** Puts everything that can be had into the bag; asks for sizes first where there are any. Spec §2.12. */
export function AddAllButton({ cards }: { cards: Card[] }) {
  const { add } = useBag();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const wanted = wantedOf(cards);
  const sized = wanted.filter(({ sizes }) => sizes.length > 0);

  const addAll = async (sizes: Record<string, string>) => {
    setAsking(false);
    const lines = await attempt(() => {
      const lines = wanted.map((one) => lineFor(one.card, choiceOf(one, sizes[one.card.id]), one.image));
      add(...lines);
      return lines;
    }, toast.error);
    if (lines) toast.success("Added To Bag!");
  };
  return (
    <>
      <Button
        size="large"
        disabled={wanted.length === 0}
        onClick={() => (sized.length > 0 ? setAsking(true) : void addAll({}))}
      >
        {WORDS} - {formatCents(sum(wanted.map(({ card }) => card.price)))}
      </Button>
      <SizeChooser
        wanted={sized}
        words={WORDS}
        open={isAsking}
        onClose={() => setAsking(false)}
        onChosen={(sizes) => void addAll(sizes)}
      />
    </>
  );
}
