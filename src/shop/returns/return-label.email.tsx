import { Letter, LetterButton, LetterCode, LetterSign, Paragraph, Small } from "~/shop/letter";
import { shownNumber } from "~/shop/orders/order-number";
import { shownReturnNumber } from "./return-number";
import type { ReturnLetterProps } from "./return-letter-parts";

export const returnLabelSubject = (number: string): string => `The label of your return ${shownReturnNumber(number)}`;

/** The label of a return whose instructions were sent before. */
export function ReturnLabel({ number, order, labelUrl, settings, address }: ReturnLetterProps & { labelUrl: string }) {
  return (
    <Letter preview={`Print it and stick it on the parcel.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>Your label</LetterSign>
      <Paragraph>
        {order.name}, this is the prepaid label of your return. Print it, and stick it on the parcel.
      </Paragraph>
      <LetterButton href={labelUrl}>Print the label</LetterButton>
      <LetterCode>{shownReturnNumber(number)}</LetterCode>
      <Small>Write this number on the parcel, too, and keep the carrier&apos;s receipt until all is settled.</Small>
    </Letter>
  );
}
