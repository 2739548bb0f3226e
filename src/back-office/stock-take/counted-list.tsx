import { Link } from "react-router";
import { withSign } from "../stock/ledger-table";
import { Plate } from "../ui/plate";
import { counted as countedWords } from "../count-words";
import { FinishForm } from "./finish-form";
import { useTake } from "./use-take";

/** Counted variants, latest first, with the buttons that end the stock-take below. */
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
      <FinishForm />
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
