import { Link } from "react-router";
import { WorkshopForm } from "../forms/workshop-form";
import { withSign } from "../stock/ledger-table";
import { Button } from "../ui/button";
import { Plate } from "../ui/plate";
import { counted as countedWords } from "../count-texts";
import { useTake } from "./use-take";

/** Counted variants, latest first, and the button that finishes the stock-take. */
export function CountedList() {
  const { view, counted, lines } = useTake();
  const here = `/stock/count/${view.id}`;
  return (
    <section className="counted" aria-labelledby="counted">
      <div className="sec__head">
        <h2 id="counted">Counted</h2>
        {counted > 0 && (
          <Link className="link small" to={view.onlyDifferences ? here : `${here}?show=differences`} preventScrollReset>
            {view.onlyDifferences ? "All of them" : "Only differences"}
          </Link>
        )}
      </div>
      {lines.length > 0 ? <Lines /> : <p className="dust">Nothing yet.</p>}
      {counted > lines.length && !view.onlyDifferences && (
        <p className="dust">{countedWords(counted - lines.length, "earlier one")}</p>
      )}
      <Finish />
    </section>
  );
}

function Lines() {
  const { view, lines, state } = useTake();
  return (
    <table className="t" aria-label="Counted">
      <thead className="vh">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Counted</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, name, choice, picture, counted, expected }) => (
          <tr key={id}>
            <td>
              <span className="thing">
                <Plate hash={picture} small />
                <span>
                  <Link
                    className="row-link"
                    to={state === "open" ? `/stock/count/${view.id}?pair=${id}` : `/stock/${id}`}
                  >
                    {name}
                  </Link>
                  <span className="sub">{choice}</span>
                </span>
              </span>
            </td>
            <td className="n">
              {counted}
              <span className="sub">shop says {expected}</span>
            </td>
            <td className="n counted__diff">{withSign(counted - expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Finish() {
  const { view, submission, counted, differences, mayCount, current } = useTake();
  if (!mayCount) return null;
  const here = `/stock/count/${view.id}`;
  return (
    <div className="counted__finish" id="finish">
      <p className="small dust">Nothing changes in the shop until you finish.</p>
      {counted > 0 && (
        <WorkshopForm name="finish" submission={submission} action={here}>
          {({ isSending }) => (
            <Button wide thumb busy={isSending}>
              {differences === 0 ? "Finish: nothing differs" : `Finish with ${countedWords(differences, "difference")}`}
            </Button>
          )}
        </WorkshopForm>
      )}
      {current?.before !== null && current && (
        <WorkshopForm name="leave-out" submission={submission} action={here}>
          <input type="hidden" name="variant" value={current.id} />
          <Button look="bare">Leave {current.name} out</Button>
        </WorkshopForm>
      )}
      <details>
        <summary className="link small">Give it up</summary>
        <WorkshopForm name="give-up" submission={submission} action={here} className="counted__give-up">
          <p>What was counted is not used, and nothing changes.</p>
          <Button>Give this stock-take up</Button>
        </WorkshopForm>
      </details>
    </div>
  );
}
