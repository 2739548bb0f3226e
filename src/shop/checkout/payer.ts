/**
 * Errors of what the holder of a pay link enters about the payer, by field: a card needs its ZIP, Klarna also name and address.
 * Without the schemas of the checkout, which the page would load for these few fields; the provider checks them again.
 */
export function payerErrors(values: Record<string, string>): Record<string, string> {
  const text = (name: string) => (values[name] ?? "").trim();
  const errors: Record<string, string> = {};
  const need = (name: string, isGood: boolean, message: string) => {
    if (!isGood) errors[name] = message;
  };
  if (values.method === "Klarna") {
    need("name", text("name") !== "", "Please enter your name");
    need("email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text("email")), "Invalid email format");
    need("street", text("street") !== "", "Please enter your street");
    need("city", text("city") !== "", "Please enter your city");
  }
  need("postalCode", /^\d{5}$/.test(fiveDigitsOf(text("postalCode"))), "Invalid postal code");
  return errors;
}

/** The first five digits of a ZIP, without spaces and the four that may follow. */
export const fiveDigitsOf = (zip: string): string => zip.replaceAll(/\s/g, "").replace(/-\d{4}$/, "");
