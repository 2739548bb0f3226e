import type { Services } from "~/services";

const PURPOSE = "order change";

/** Signed URL of the page on which a shopper pays for a change or ends it. */
export const changeAddress = ({ sealer, address }: Pick<Services, "sealer" | "address">, changeId: string): string =>
  `${address}/order-change/${changeId}/${sealer.sign(PURPOSE, changeId)}`;

/** Whether this shop signed the URL of a change's page. */
export const isChangeLink = (
  { sealer }: Pick<Services, "sealer">,
  { id, signature }: { id: string; signature: string },
): boolean => sealer.isSigned(PURPOSE, id, signature);
