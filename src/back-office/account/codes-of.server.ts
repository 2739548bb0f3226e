import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";

/** Heading above a member's printed recovery codes: shop, e-mail address and host, to recognize the paper long afterwards. */
export const codesOf = ({ settings, backOfficeAddress }: Services, { email }: Member): string =>
  `${settings().shopName}: recovery codes of ${email} for ${new URL(backOfficeAddress).host}`;
