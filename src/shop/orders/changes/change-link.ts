import type { Services } from "~/services";

const PURPOSE = "order change";

/** Signed address of the page on which a shopper pays for a change or ends it. */
export const changeAddress = ({ sealer, address }: Pick<Services, "sealer" | "address">, changeId: string): string =>
  `${address}/order-change/${changeId}/${sealer.sign(PURPOSE, changeId)}`;

/** Whether an address was signed by this shop. */
export const isChangeLink = (
  { sealer }: Pick<Services, "sealer">,
  { id, signature }: { id: string; signature: string },
): boolean => sealer.isSigned(PURPOSE, id, signature);
