import { counted } from "../count-words";
import type { FormParts } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Choice, Choices, Tick } from "../ui/field";
import type { importPage } from "./import-screen.server";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/** Choices whether to import the file's stock, and how to count new variants without a quantity; null if neither applies. */
export function StockPart({ entry: { hasStock, counts }, parts: { tick, isSending } }: StockPartProps) {
  if (!hasStock && counts.untold === 0) return null;
  return (
    <div className="import-stock">
      {counts.untold > 0 && (
        <Choices label={untoldWords(counts.untold)}>
          <Choice {...tick("untoldStock", "zero")}>
            Take them as 0: they are sold out until you count them or receive a delivery
          </Choice>
          <Choice {...tick("untoldStock", "uncounted")}>Do not count them: they are sold without limit</Choice>
        </Choices>
      )}
      {hasStock && (
        <>
          <input type="hidden" name="hasStock" value="yes" />
          <Tick {...tick("takesStock", "yes")}>
            Import the stock too: new variants get the file's pieces, others change by as many as the file changed
          </Tick>
        </>
      )}
      <Button name="intent" value="stock" busy={isSending}>
        Show with this
      </Button>
    </div>
  );
}

interface StockPartProps {
  entry: Entry;
  parts: FormParts;
}

const untoldWords = (count: number): string =>
  `${counted(count, "new variant is", "new variants are")} counted in the file and ${count === 1 ? "has" : "have"} no quantity`;
