import type { Services } from "~/services";

const PURPOSE = "pay link";

/** Signed address of the page on which a shopper pays: an order that a member made, by its number, or a change of an order, by its id. */
export const payLinkAddress = ({ sealer, address }: Pick<Services, "sealer" | "address">, id: string): string =>
  `${address}/pay/${id}/${sealer.sign(PURPOSE, id)}`;

/** Whether an address with this signature is one of ours. Asks nothing of the database. */
export const isPayLink = ({ sealer }: Pick<Services, "sealer">, id: string, signature: string): boolean =>
  sealer.isSigned(PURPOSE, id, signature);
