import { counted } from "../count-texts";
import { Button } from "../ui/button";
import { Choice, Choices, Tick } from "../ui/field";
import type { importPage } from "./import-screen.server";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/** How the pieces of a file are taken; nothing where it says nothing of them. */
export function StockPart({ entry: { hasStock, takesStock, untoldStock, counts }, isBusy }: StockPartProps) {
  if (!hasStock && counts.untold === 0) return null;
  return (
    <div className="import-stock">
      {counts.untold > 0 && (
        <Choices label={untoldWords(counts.untold)}>
          <input type="hidden" name="showsUntold" value={untoldStock} />
          <Choice name="untoldStock" value="zero" defaultChecked={untoldStock === "zero"}>
            Take them as 0: they are sold out until you count them or receive a delivery
          </Choice>
          <Choice name="untoldStock" value="uncounted" defaultChecked={untoldStock === "uncounted"}>
            Do not count them: they are sold without limit
          </Choice>
        </Choices>
      )}
      {hasStock && (
        <>
          <input type="hidden" name="hasStock" value="yes" />
          <input type="hidden" name="showsStock" value={takesStock ? "yes" : ""} />
          <Tick name="takesStock" value="yes" defaultChecked={takesStock}>
            Import the stock too: new variants get the file's pieces, others change by as many as the file changed
          </Tick>
        </>
      )}
      <Button name="intent" value="stock" busy={isBusy}>
        Show with this
      </Button>
    </div>
  );
}

interface StockPartProps {
  entry: Entry;
  isBusy: boolean;
}

const untoldWords = (count: number): string =>
  `${counted(count, "new variant is", "new variants are")} counted in the file and ${count === 1 ? "has" : "have"} no quantity`;
