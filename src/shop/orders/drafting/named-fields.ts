import { Refusal } from "~/shop/refusal";

/** Names of the parts of an address in the request of a call, such as `customer.postalCode`. */
export type AddressFields = Readonly<Record<"postalCode" | "address", string>>;

export const customerFields: AddressFields = { postalCode: "customer.postalCode", address: "customer.address" };

/** Returns the outcome of `asked`; a refusal at a part of the address names its field of the request. */
export const atFieldsOf = <T>(names: AddressFields, asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Refusal) || (error.code !== "not-delivered-here" && error.code !== "input-invalid"))
      throw error;
    const fields = Object.entries(error.fields).map(([name, words]) => [isPart(name) ? names[name] : name, words]);
    throw new Refusal(error.code, {
      words: error.message,
      fields: Object.fromEntries(fields) as Record<string, string>,
    });
  });

const isPart = (name: string): name is keyof AddressFields => name === "postalCode" || name === "address";
