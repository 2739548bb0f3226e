import type { Services } from "~/services";

const PURPOSE = "pay link";

/** Signed URL of the page to pay an order that a member made, by its number, or a change of an order, by its id. */
export const payLinkAddress = ({ sealer, address }: Pick<Services, "sealer" | "address">, id: string): string =>
  `${address}/pay/${id}/${sealer.sign(PURPOSE, id)}`;

/** Whether this shop made the signature of a link to pay; does not query the database. */
export const isPayLink = ({ sealer }: Pick<Services, "sealer">, id: string, signature: string): boolean =>
  sealer.isSigned(PURPOSE, id, signature);
