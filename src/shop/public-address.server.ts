import type { Memoize } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";

/** Query parameters in canonical order. */
export type AddressFields = [name: string, value: string][];

/** Requested address of a public page. */
interface AskedAddress {
  db: Database;
  memoize: Memoize;
  /** Parameters in the path. */
  params: Readonly<Record<string, string | undefined>>;
  /** Query parameters that the page reads. The first value of each name counts. */
  asked: URLSearchParams;
}

interface MeantAddress {
  fields: AddressFields;
  /** Canonical parameters in the path, if the path can be spelled differently. */
  params?: Record<string, string>;
  /** True: redirect to the address with these path parameters. */
  moved?: boolean;
}

/**
 * Computes the canonical form of a public page's address; the page exports the function as `loader.publicAddress`. Parts of an
 * address without meaning thereby create no further cache entries. Resolves to undefined if the shop has no such page.
 */
export type PublicAddress = (address: AskedAddress) => Promise<MeantAddress | undefined>;

/** The parameter `name`, if its value is among `values`; otherwise empty. */
export async function knownField(
  asked: URLSearchParams,
  name: string,
  values: () => Promise<readonly string[]>,
): Promise<AddressFields> {
  const value = asked.get(name);
  return value !== null && (await values()).includes(value) ? [[name, value]] : [];
}

/** The parameter `name`, if its value matches `pattern`; otherwise empty. */
export function fieldLike(asked: URLSearchParams, name: string, pattern: RegExp): AddressFields {
  const value = asked.get(name);
  return value !== null && pattern.test(value) ? [[name, value]] : [];
}
