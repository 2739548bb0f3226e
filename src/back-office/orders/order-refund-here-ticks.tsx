import { Link } from "react-router";
import { counted } from "../count-words";
import { Tick } from "../ui/field";
import { damagedField, hereField } from "~/shop/returns/refund-here";
import { piecesHere, type Refund, type RefundParts, stockOfHere } from "./order-refund-parts";

/** Checkbox for each refunded line with sent pieces: they were handed over, so that this refund settles their return. */
export function RefundHereTicks({ refund, typed, error, isReady, change }: RefundParts) {
  const isOffered = (line: Refund["lines"][number]) => line.out > 0 && (!isReady || piecesHere(line, typed) > 0);
  const lines = refund.lines.filter(isOffered);
  if (lines.length === 0) return null;
  return (
    <fieldset className="back__here">
      <legend className="label">Is it back on your table?</legend>
      {lines.map((line) => {
        const [here, damaged] = [hereField(line.position), damagedField(line.position)];
        const pieces = piecesHere(line, typed);
        const isHere = typed[here] === "yes";
        const stock = stockOfHere(line, typed);
        const [it, is] = pieces > 1 ? ["They", "are"] : ["It", "is"];
        const box = (name: string) => ({
          id: name,
          name,
          value: "yes",
          defaultChecked: typed[name] === "yes",
          onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.checked ? "yes" : "" }),
        });
        return (
          <div key={line.position}>
            <Tick {...box(here)} {...(error(here) && { "aria-invalid": true, "aria-describedby": `${here}-error` })}>
              {it} {pieces > 1 ? "lie" : "lies"} here: {line.full}
              {pieces > 1 && `, ${counted(pieces, "piece")}`}
              {stock && <span className="dust"> ({stock})</span>}
            </Tick>
            {error(here) && (
              <p className="field__error" id={`${here}-error`}>
                {error(here)}
              </p>
            )}
            {(isHere || !isReady) && (
              <div className="back__damaged">
                <Tick {...box(damaged)}>
                  {it} {is} damaged, not back in stock
                </Tick>
              </div>
            )}
          </div>
        );
      })}
      <p className="small dust">
        If so, this refund takes it in, back into stock unless it is damaged. Is another size, color or product wanted
        instead of the money?{" "}
        <Link className="link" to={`/returns/new?order=${refund.number}&here=yes`}>
          Exchange it
        </Link>
      </p>
    </fieldset>
  );
}
