import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";

/** The heading over a member's recovery codes: shop, e-mail and host, because printed codes are read long after. */
export const codesOf = ({ settings, backOfficeAddress }: Services, { email }: Member): string =>
  `${settings().shopName}: recovery codes of ${email} for ${new URL(backOfficeAddress).host}`;
