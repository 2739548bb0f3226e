import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";

/** Where and for whom recovery codes work, as it stands over them: on paper they are read long after. */
export const codesOf = ({ settings, backOfficeAddress }: Services, { email }: Member): string =>
  `${settings().shopName}: recovery codes of ${email} for ${new URL(backOfficeAddress).host}`;
