import { deliveryByZone, type ZoneDelivery } from "~/shop/figures/delivery-by-zone.server";
import { cents, sum } from "~/shop/money";
import { spanWords } from "./figures-words";
import type { Asked } from "./screen";
import type { Sheet } from "./sheet";

const nameOf = ({ zone }: ZoneDelivery): string => (zone === null ? "Not kept" : zone || "In no zone");

/** Sheet of delivery fees by zone. */
export async function deliverySheet({ services, member, period }: Asked): Promise<Sheet> {
  const zones = await deliveryByZone(services, member, period);
  const kept = (row: ZoneDelivery) => cents(row.charged + row.back);
  const cellsOf = (name: string, own: readonly ZoneDelivery[]) => [
    name,
    own.reduce((all, { orders }) => all + orders, 0),
    sum(own.map(({ charged }) => charged)),
    sum(own.map(({ back }) => back)),
    sum(own.map(kept)),
    sum(own.map(({ tax }) => tax)),
  ];
  return {
    title: "Delivery by zone",
    head: `${spanWords(period)}, by the shop's day. What shoppers paid for delivery, less what went back. A zone is named as when the order was placed.`,
    tables: [
      {
        name: "delivery",
        title: "By zone",
        columns: [
          { name: "Zone", kind: "text" },
          { name: "Orders", kind: "count" },
          { name: "Charged", kind: "money" },
          { name: "Given back", kind: "money" },
          { name: "Delivery", kind: "money" },
          { name: "Tax of it", kind: "money", isOptional: true },
        ],
        rows: zones.map((zone) => ({
          key: zone.zone === null ? "not-kept" : `zone ${zone.zone}`,
          cells: cellsOf(nameOf(zone), [zone]),
          ...(zone.zone === null && { note: "Orders before the shop kept the zone" }),
        })),
        all: cellsOf("All", zones),
        empty: "Nothing was sold or given back in this period.",
      },
    ],
    isOfPeriod: true,
  };
}
