import { Letter, LetterButton, LetterCode, LetterLink, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  code: string;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
  /** Unsubscribe link. */
  leave: string;
}

export const welcomeSubject = ({ newsletterPercent }: Settings): string => `Your ${newsletterPercent}% code is inside`;

/** Letter to a new subscriber: the code, its conditions, and the unsubscribe link. */
export function Welcome({ code, settings, address, leave }: Props) {
  const percent = `${settings.newsletterPercent}%`;
  return (
    <Letter
      preview={`${percent} off your next order: one code, one time.`}
      settings={settings}
      address={address}
      footer={
        <>
          You get this letter because this address was entered in our newsletter form.{" "}
          <LetterLink href={leave}>Unsubscribe with one click</LetterLink>
        </>
      }
    >
      <LetterSign under="Your next order">{percent} off</LetterSign>
      <Paragraph>
        You are on the list. Expect new gear and ride dates, and nothing else. Here is the code we promised:
      </Paragraph>
      <LetterCode>{code}</LetterCode>
      <Paragraph>
        Enter it under DISCOUNTS in your bag. It takes {percent} off the order value, works once, and only together with
        this e-mail address.
      </Paragraph>
      <LetterButton href={`${address}/shop/new-arrivals`}>See what is new</LetterButton>
      <Small>One discount code an order. It cannot be combined with another one.</Small>
    </Letter>
  );
}
