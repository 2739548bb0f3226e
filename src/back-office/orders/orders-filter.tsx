import { type Standing, standings } from "~/shop/orders/order-facts";
import { moneyWords, standingWords } from "~/shop/orders/member-state-words";
import { Choices, Field, SelectField, Tick } from "../ui/field";
import { Chips, Search } from "../ui/list-tools";
import type { OrdersChip } from "./orders-chips";
import { firstPage, ordersQuery, type OrdersView } from "./orders-view";

interface OrdersFilterProps {
  view: OrdersView;
  chips: OrdersChip[];
  maySeeMoney: boolean;
}

/** Two forms above the list of orders, search and filters. They are sent by GET, so that the address contains both. */
export const OrdersFilter = ({ view, chips, maySeeMoney }: OrdersFilterProps) => (
  <div className="tools">
    <Search
      name="q"
      label={maySeeMoney ? "Number, name, e-mail, phone, address, product" : "Number, name, address, product, tracking"}
      value={view.filter.query}
      hidden={fieldsOf(view, ["q"])}
    />
    <Chips
      chips={chips}
      hidden={fieldsOf(view, ["state", "ship", "money", "from", "to", "returns", "disputed", "sort"])}
    >
      <States view={view} maySeeMoney={maySeeMoney} />
      <SelectField label="Parcels" name="ship" defaultValue={view.filter.shipping ?? ""}>
        <option value="">Any</option>
        <option value="left">Something to send</option>
        <option value="late">Something is late</option>
        {maySeeMoney && <option value="owed-back">To be refunded (30-day rule)</option>}
        {(["partly-shipped", "on-the-way", "arrived"] as const).map((shipping) => (
          <option key={shipping} value={shipping}>
            {standingWords[shipping].name}
          </option>
        ))}
      </SelectField>
      {maySeeMoney && <MoneyChoice view={view} />}
      <Field label="Paid from" type="date" name="from" defaultValue={view.filter.from ?? ""} />
      <Field label="Paid to" type="date" name="to" defaultValue={view.filter.to ?? ""} />
      <Tick name="returns" value="waiting" defaultChecked={view.filter.isReturning}>
        A return waits
      </Tick>
      <Tick name="disputed" value="yes" defaultChecked={view.filter.isDisputed}>
        The payment is disputed
      </Tick>
      <SelectField label="Order" name="sort" defaultValue={view.sort}>
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        {maySeeMoney && <option value="highest">Highest total first</option>}
        {maySeeMoney && <option value="lowest">Lowest total first</option>}
      </SelectField>
    </Chips>
  </div>
);

/** Hidden fields with the parameters of the view for which the form has no field. */
const fieldsOf = (view: OrdersView, without: string[]): Record<string, string> =>
  Object.fromEntries([...ordersQuery(firstPage(view))].filter(([name]) => !without.includes(name)));

const OF_MONEY: Standing[] = ["partly-refunded", "refunded"];

const States = ({ view, maySeeMoney }: { view: OrdersView; maySeeMoney: boolean }) => (
  <Choices label="State">
    {standings
      .filter((standing) => maySeeMoney || !OF_MONEY.includes(standing))
      .map((standing) => (
        <Tick key={standing} name="state" value={standing} defaultChecked={view.filter.standings.includes(standing)}>
          {standingWords[standing].name}
        </Tick>
      ))}
  </Choices>
);

const MoneyChoice = ({ view }: { view: OrdersView }) => (
  <SelectField label="Money" name="money" defaultValue={view.filter.money ?? ""}>
    <option value="">Any</option>
    <option value="refunds">Any refund</option>
    {(["open", "paid", "refund-asked", "refund-refused", "partly-refunded", "refunded"] as const).map((money) => (
      <option key={money} value={money}>
        {moneyWords[money]}
      </option>
    ))}
  </SelectField>
);
