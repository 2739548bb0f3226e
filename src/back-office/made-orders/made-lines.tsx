import type { TotalRow } from "~/shop/bag/total-rows";

interface MadeLinesProps {
  lines: { name: string; choice: string; price: string; was: string | null }[];
  rows: TotalRow[];
}

/** List of the lines of an order for a shopper with their prices, and the sums. */
export const MadeLines = ({ lines, rows }: MadeLinesProps) => (
  <>
    <ul className="made-lines">
      {lines.map(({ name, choice, price, was }, place) => (
        <li key={place} className="made-line made-line--sum">
          <span className="made-line__what">
            {name}
            <span className="sub">{choice}</span>
          </span>
          <span className="made-line__sum">
            {price}
            {was && <span className="sub">{`instead of ${was}`}</span>}
          </span>
        </li>
      ))}
    </ul>
    <dl className="made-sums">
      {rows.map(({ key, label, amount }) => (
        <div key={key} className={key === "total" ? "is-total" : undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  </>
);
