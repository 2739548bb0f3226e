import type { Cents } from "~/shop/money";
import type { TaxedPart } from "./quote-tax";

/** Category in the service's own list of goods; the merchant assigns one to each kind of goods of the shop. */
export interface TaxCode {
  id: string;
  name: string;
  description: string;
}

/** Address of delivery. If street and city are empty, the ZIP alone decides. */
export interface Destination {
  street: string;
  city: string;
  zip: string;
  /** Two-letter code. */
  state: string;
}

/** An order line in a request to the service; its amount in cents, after discount. */
export interface ServiceLine {
  reference: string;
  amount: Cents;
  quantity: number;
  code: string;
}

export interface ServiceQuestion {
  lines: ServiceLine[];
  delivery: Cents;
  to: Destination;
}

/** Tax computed by the service, already rounded; amounts in cents. */
export interface ServiceAnswer {
  /** The service's id of the calculation. */
  calculation: string;
  /** Tax of each line, by its reference. */
  lines: Record<string, TaxedPart>;
  delivery: TaxedPart | null;
  /** Flat fees of the state that the service adds besides the tax. */
  flatFees: Cents;
}

/** A transaction in the service's records, with the ids of its lines by line reference. */
export interface BookedTax {
  id: string;
  lines: Record<string, string>;
}

/** Refunded amounts of a booked transaction, in cents. */
export interface ReversedTax {
  /** Refunded amounts of lines, identified by the service's ids. */
  lines: { id: string; amount: Cents; tax: Cents }[];
  delivery: Cents;
  deliveryTax: Cents;
}

/**
 * Service that computes and books sales tax. All methods throw the refusal `gateway-unavailable` when it is unreachable or fails.
 */
export interface TaxService {
  /** Milliseconds to wait for a calculation before the shop's own rates are used. */
  readonly patience: number;
  /** Maximum number of lines of a calculation. */
  readonly mostLines: number;
  /** Categories of goods in the service's list. */
  codes(): Promise<TaxCode[]>;
  /** Computes the tax of goods at an address; undefined if the service says that the shop is not registered in the state. */
  calculate(question: ServiceQuestion): Promise<ServiceAnswer | undefined>;
  /**
   * Books a calculation, once per reference. Undefined if the reference is in the books already, by a call whose answer was lost:
   * then nobody knows the id.
   */
  book(calculation: string, reference: string): Promise<BookedTax | undefined>;
  /** Books the refund of amounts of a transaction, once per reference, as `book`; "all" reverses the whole transaction. */
  reverse(
    transaction: string,
    back: ReversedTax | "all",
    reference: string,
  ): Promise<Pick<BookedTax, "id"> | undefined>;
}
