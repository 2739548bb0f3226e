import { Link } from "react-router";
import type { ChainLink } from "./sheet";

interface ChainProps {
  links: ChainLink[];
  remarks: string[];
  /** Address of the list of the orders whose amounts are in the sums. */
  file: string;
}

/** Row of sums from gross sales to total sales; screen readers read the signs between them as "minus", "plus" and "equals". */
export const Chain = ({ links, remarks, file }: ChainProps) => (
  <section aria-label="From gross to total">
    <dl className="chain">
      {links.map(({ name, sum, note, sign, isSub, isTotal }) => (
        <div key={name} data-sign={sign} className={isTotal ? "chain__total" : isSub ? "chain__sub" : undefined}>
          <dt>
            {sign && <span className="vh">{SIGNS[sign]} </span>}
            {name}
          </dt>
          <dd className="chain__sum">{sum}</dd>
          <dd className="chain__note">{note}</dd>
        </div>
      ))}
    </dl>
    <p className="chain__facts">
      {remarks.map((remark, place) => (
        <span key={remark}>
          {place === remarks.length - 1 ? (
            <Link className="link" to={file}>
              {remark}
            </Link>
          ) : (
            remark
          )}
        </span>
      ))}
    </p>
  </section>
);

const SIGNS = { "−": "minus", "+": "plus", "=": "equals" };
