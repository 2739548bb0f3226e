import { openDelivery } from "~/shop/delivery-terms.server";
import { defaultSettings } from "~/shop/settings";

/** Terms of delivery by the default settings. */
export const defaultTerms = openDelivery({ settings: () => defaultSettings }).terms;
