import { LinePicture } from "~/shop/bag/line-picture";
import { TotalList } from "~/shop/bag/total-list";
import { nameOfVariant } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import type { PayAsk, PayLine, PayStanding } from "~/shop/orders/pay-link/pay-link";
import { Icon } from "~/ui/icon";
import { Unbroken } from "~/ui/unbroken";

/** Lines and sums of the agreement that a pay link shows. */
export const PayLinkLines = ({ ask: { kind, groups, rows, toPay, standing, standingTotal } }: { ask: PayAsk }) => (
  <aside
    className="sum"
    aria-label={kind === "order" ? "What you buy" : standingTotal === null ? "What changes" : "What stays"}
  >
    {groups.map(({ title, lines, isGone = false }) => (
      <section key={title} className="pay-group">
        {title && <h2 className="pay-group__t">{title}</h2>}
        <ul className="mini" role="list">
          {lines.map((line, place) => (
            <Line key={place} line={line} isGone={isGone} />
          ))}
        </ul>
      </section>
    ))}
    <TotalList
      rows={[
        ...rows,
        standingTotal === null
          ? { key: "total", label: totals[standing], amount: formatCents(toPay) }
          : { key: "total", label: "Order total", amount: formatCents(standingTotal) },
      ]}
    />
    {standing === "open" && (
      <p className="fine pay-secure">
        <Icon name="lock" size="small" />
        Card details go straight to the payment provider.
      </p>
    )}
  </aside>
);

const totals: Record<PayStanding, string> = {
  open: "To pay",
  processing: "Being paid",
  paid: "Paid",
  ended: "Not paid",
};

function Line({ line, isGone }: { line: PayLine; isGone: boolean }) {
  const { name, quantity, note, listed, price, isPresent } = line;
  const pieces = isPresent ? "Present" : quantity > 1 ? `${quantity} pieces` : "";
  return (
    <li className={isGone ? "is-gone" : undefined}>
      <span className="plate">
        <LinePicture line={line} />
      </span>
      <div>
        <b>
          <Unbroken>{name}</Unbroken>
        </b>
        <span>{[nameOfVariant(line), pieces].filter(Boolean).join(" / ")}</span>
        {note && <span className="pay-note">{note}</span>}
        {listed !== undefined && (
          <span className="pay-note">
            {formatCents(price)} each instead of {formatCents(listed)}
          </span>
        )}
      </div>
      <span className="price">
        {isGone && "−"}
        {formatCents(line.sum)}
      </span>
    </li>
  );
}
