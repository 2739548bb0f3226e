import { useAddToBag } from "~/shop/bag/bag-provider";
import { Refusal } from "~/shop/refusal";
import { useToast } from "~/ui/toast";
import { variantOf } from "../choice/choice";
import type { Shelf } from "./picture-sizes";
import type { Card, Choice } from "../product";

/**
 * Returns a function that adds one piece of a card's product and shows a toast, with the reason if it was refused; the function
 * returns true when the piece was added.
 */
export function useQuickAdd(card: Card, shelf: Shelf): (choice: Choice) => Promise<boolean> {
  const addToBag = useAddToBag();
  const toast = useToast();
  return async (choice) => {
    if (shelf === "home" && choice.size && !variantOf(card, choice)) {
      toast.error(new Refusal("size-not-in-variants").message);
      return false;
    }
    return addToBag(card, choice, card.front?.path ?? "");
  };
}
