import { formatCents } from "~/shop/money";
import type { OrderSummary } from "./bag";

/** One row of a total: its label and its amount, as the shopper reads them. */
export interface TotalRow {
  key: keyof OrderSummary;
  label: string;
  amount: string;
}

interface TotalOptions {
  /** True before the checkout, where the delivery fee is an estimate. */
  isEstimate?: boolean;
  /** Code named beside its discount. */
  discountCode?: string | null | undefined;
}

/** Rows that add up to a total; discount, fees and sales tax only where there are any. */
export function totalRows(summary: OrderSummary, { isEstimate = false, discountCode }: TotalOptions = {}): TotalRow[] {
  const { orderValue, discount, deliveryFee, tax, fees, total } = summary;
  const rows: TotalRow[] = [
    { key: "orderValue", label: "Order value", amount: formatCents(orderValue) },
    {
      key: "discount",
      label: discountCode ? `Discount (${discountCode})` : "Discount",
      amount: `-${formatCents(discount)}`,
    },
    {
      key: "deliveryFee",
      label: isEstimate ? "Estimated delivery fee" : "Delivery Fee",
      amount: deliveryFee === 0 ? "FREE" : formatCents(deliveryFee),
    },
    { key: "fees", label: "Fees", amount: formatCents(fees) },
    { key: "tax", label: "Sales tax", amount: formatCents(tax) },
    { key: "total", label: "TOTAL", amount: formatCents(total) },
  ];
  const isShown = {
    orderValue: true,
    discount: discount > 0,
    deliveryFee: true,
    fees: fees > 0,
    tax: tax > 0,
    total: true,
  };
  return rows.filter(({ key }) => isShown[key]);
}

/** Rows of an unknown total: labels without amounts, of the same height. */
export const pendingTotalRows: TotalRow[] = [
  { key: "orderValue", label: "Order value", amount: "\u00a0" },
  { key: "deliveryFee", label: "Delivery Fee", amount: "\u00a0" },
  { key: "total", label: "TOTAL", amount: "\u00a0" },
];
