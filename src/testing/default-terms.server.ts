import { deliveryTermsAt } from "~/shop/delivery-terms.server";
import { defaultSettings } from "~/shop/settings";

/** Terms of delivery by the default settings. */
export const defaultTerms = deliveryTermsAt({ settings: () => defaultSettings }, null);
