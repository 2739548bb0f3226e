import { counted } from "../count-words";
import { FileFigures } from "../ui/file-figures";
import type { RatesPreview } from "./read-rates.server";

type StatePreview = RatesPreview["states"][number];

/** Previewed changes of one state's rates: their numbers, and the first ranges of each kind of change. */
export const StateRatesPreview = ({ state }: { state: StatePreview }) => {
  const { counts, fresh, changed, gone, twoCounties } = state;
  return (
    <>
      <FileFigures
        figures={[
          { name: "New", count: counts.fresh },
          { name: "With another rate", count: counts.changed },
          { name: "The same, of today", count: counts.same },
          { name: "Taken out", count: counts.gone },
        ]}
      />
      <Rows title="With another rate" rows={changed} all={counts.changed} />
      <Rows title="New" rows={fresh} all={counts.fresh} />
      <Rows title="Taken out" rows={gone} all={counts.gone} />
      {twoCounties > 0 && (
        <p className="small dust tax-after">
          {`${counted(twoCounties, "ZIP range lies", "ZIP ranges lie")} in two counties: there the higher rate is taken unless you choose the lower.`}
        </p>
      )}
    </>
  );
};

const Rows = ({
  title,
  rows,
  all,
}: {
  title: string;
  rows: { words: string; from?: string; to: string }[];
  all: number;
}) =>
  rows.length > 0 && (
    <table className="t tax-preview">
      <caption className="tax-preview__name">{title}</caption>
      <tbody>
        {rows.map(({ words, from, to }, place) => (
          <tr key={place}>
            <th scope="row">{words}</th>
            <td className="n">
              {from && <del className="old">{from}</del>} {to}
            </td>
          </tr>
        ))}
        {all > rows.length && (
          <tr>
            <td colSpan={2} className="dust">{`and ${all - rows.length} more`}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
