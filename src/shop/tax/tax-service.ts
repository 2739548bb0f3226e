import type { Cents } from "~/shop/money";
import type { TaxedPart } from "./quote-tax";

/** Kind of goods by the service's own list; the merchant chooses one for each of the shop's kinds. */
export interface TaxCode {
  id: string;
  name: string;
  description: string;
}

/** Address that goods are delivered to. Street and city may be empty: the ZIP decides then. */
export interface Destination {
  street: string;
  city: string;
  zip: string;
  /** Two letters. */
  state: string;
}

/** A line in a question to the service; its amount in cents, after discount. */
export interface ServiceLine {
  reference: string;
  amount: Cents;
  quantity: number;
  code: string;
}

export interface ServiceQuestion {
  lines: ServiceLine[];
  deliveryFee: Cents;
  to: Destination;
}

/** Tax by the service, without rounding left to do; amounts in cents. */
export interface ServiceAnswer {
  /** The service's id of the calculation. */
  calculation: string;
  /** By the lines' references. */
  lines: Record<string, TaxedPart>;
  delivery: TaxedPart | null;
  /** Flat fees of the state that the service counts beside the tax. */
  flatFees: Cents;
}

/** A transaction in the service's books, with the ids of its lines by their references. */
export interface BookedTax {
  id: string;
  lines: Record<string, string>;
}

/** Amounts that go back of a booked transaction, in cents. */
export interface ReversedTax {
  /** By the service's ids of lines. */
  lines: { id: string; amount: Cents; tax: Cents }[];
  delivery: Cents;
  deliveryTax: Cents;
}

/** Service that computes and books sales tax. Calls are refused with `gateway-unavailable` when it is unreachable or fails. */
export interface TaxService {
  /** Kinds of goods that the service knows. */
  codes(): Promise<TaxCode[]>;
  /** Tax of goods at an address now; undefined where the service says that the shop is not registered there. */
  calculate(question: ServiceQuestion): Promise<ServiceAnswer | undefined>;
  /** Books a calculation, once per reference. */
  book(calculation: string, reference: string): Promise<BookedTax>;
  /** Books that amounts of a transaction went back, once per reference; `all` of them undoes the whole transaction. */
  reverse(transaction: string, back: ReversedTax | "all", reference: string): Promise<BookedTax>;
}

/** Milliseconds for which an answer is waited before the shop's own rates count. */
export const SERVICE_PATIENCE = 2_000;
