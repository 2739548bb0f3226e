import type { Memoize } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";

/** Parameters of a query in canonical order. */
export type AddressFields = [name: string, value: string][];

/** Requested address of a public page. */
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
  /** Canonical parameters of the path, if it can be spelled differently. */
  params?: Record<string, string>;
  /** True: redirect to the address with these path parameters. */
  moved?: boolean;
}

/**
 * Canonical form of a public page's address, exported by the page as `loader.publicAddress`: meaningless parts create no further cache
 * entries. Undefined where the shop has no such page.
 */
export type PublicAddress = (address: AskedAddress) => Promise<MeantAddress | undefined>;

/** Parameter of this name, if its value is one of the shop's. */
export async function knownField(
  asked: URLSearchParams,
  name: string,
  values: () => Promise<readonly string[]>,
): Promise<AddressFields> {
  const value = asked.get(name);
  return value !== null && (await values()).includes(value) ? [[name, value]] : [];
}

/** Parameter of this name, if its value matches a pattern. */
export function fieldLike(asked: URLSearchParams, name: string, pattern: RegExp): AddressFields {
  const value = asked.get(name);
  return value !== null && pattern.test(value) ? [[name, value]] : [];
}
