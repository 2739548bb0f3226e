import { Icon } from "~/ui/icon";
import { ToPay } from "~/shop/orders/pay-link/to-pay";
import { shownReturnNumber } from "./return-number";
import type { ShopperReturn } from "./shopper-return-words";

/** Returns of an order as shown to its shopper: number, state, next steps, and contents of each. */
export const ShopperReturnList = ({ returns }: { returns: ShopperReturn[] }) => (
  <section aria-labelledby="returns">
    <h2 className="backs__head" id="returns">
      {returns.length === 1 ? "Your return" : "Your returns"}
    </h2>
    <ul className="order-rows backs" role="list">
      {returns.map((each) => (
        <li key={each.number} className={each.isOver ? "is-over" : undefined}>
          <Icon name="return" />
          <div>
            <h3>
              {shownReturnNumber(each.number)} <b>{each.name}</b>
            </h3>
            {each.pay && <ToPay {...each.pay} />}
            {each.next.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {each.labelUrl && (
              <p>
                <a className="text-link" href={each.labelUrl} rel="noreferrer">
                  Print the label
                </a>
              </p>
            )}
            <p className="muted small">
              Started on {each.started}: {each.lines.map(({ what, why }) => `${what} (${why})`).join(", ")}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
