import type { Memoize } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";

/** Parameters of a query in the order in which they are written. */
export type AddressFields = [name: string, value: string][];

/** The address of a public page as it was asked for. */
interface AskedAddress {
  db: Database;
  memoize: Memoize;
  /** Parameters of the path. */
  params: Readonly<Record<string, string | undefined>>;
  /** Parameters of the query that the page reads. The first value of each name counts. */
  asked: URLSearchParams;
}

interface MeantAddress {
  fields: AddressFields;
  /** Parameters of the path as the shop writes them, where they may be written otherwise. */
  params?: Record<string, string>;
  /** True where the request is redirected to the address with these parameters of the path. */
  moved?: boolean;
}

/**
 * The meaning of a public page's address, given by the page as `loader.publicAddress`: parts without a meaning make no further cached page.
 * Nothing where the shop has no such page.
 */
export type PublicAddress = (address: AskedAddress) => Promise<MeantAddress | undefined>;

/** The parameter of this name where its value is one of the shop's. */
export async function knownField(
  asked: URLSearchParams,
  name: string,
  values: () => Promise<readonly string[]>,
): Promise<AddressFields> {
  const value = asked.get(name);
  return value !== null && (await values()).includes(value) ? [[name, value]] : [];
}

/** The parameter of this name where its value has the form of one of the shop's. */
export function fieldLike(asked: URLSearchParams, name: string, pattern: RegExp): AddressFields {
  const value = asked.get(name);
  return value !== null && pattern.test(value) ? [[name, value]] : [];
}
