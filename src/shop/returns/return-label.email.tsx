import { Letter, LetterButton, LetterCode, LetterLink, LetterSign, Paragraph, Small } from "~/shop/letter";
import { shownNumber } from "~/shop/orders/order-number";
import type { ReturnLabelState } from "./return-label";
import { shownReturnNumber } from "./return-number";
import { orderPage, type ReturnLetterProps } from "./return-letter-parts";

export const returnLabelSubject = (number: string): string => `The label of your return ${shownReturnNumber(number)}`;

/** The label of a return whose instructions promised one, or that there is none after all. */
export function ReturnLabel({ label, ...props }: ReturnLetterProps & { label: ReturnLabelState }) {
  return label.state === "sent" ? <Label {...props} url={label.url} /> : <NoLabel {...props} />;
}

function NoLabel({ number, order, settings, address }: ReturnLetterProps) {
  return (
    <Letter preview="Send it with a carrier of your choice." settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>No label for it</LetterSign>
      <Paragraph>
        {order.name}, there is no prepaid label for this return after all. Send the parcel with a carrier of your
        choice, by a service with tracking.
      </Paragraph>
      <LetterCode>{shownReturnNumber(number)}</LetterCode>
      <LetterButton href={orderPage(order, address)}>See your return</LetterButton>
      <Small>Write this number on the parcel, and keep the carrier&apos;s receipt until all is settled.</Small>
    </Letter>
  );
}

function Label({ number, order, url, settings, address }: ReturnLetterProps & { url: string }) {
  return (
    <Letter preview={`Print it and stick it on the parcel.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>Your label</LetterSign>
      <Paragraph>
        {order.name}, this is the prepaid label of your return. Print it, and stick it on the parcel.
      </Paragraph>
      <LetterButton href={url}>Print the label</LetterButton>
      <LetterCode>{shownReturnNumber(number)}</LetterCode>
      <Small>
        Write this number on the parcel, too, and keep the carrier&apos;s receipt until all is settled. Lost this
        letter? <LetterLink href={orderPage(order, address)}>Your order&apos;s page</LetterLink> has the label, too.
      </Small>
    </Letter>
  );
}
