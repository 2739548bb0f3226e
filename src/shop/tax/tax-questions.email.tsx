import { Letter, LetterButton, LetterSign, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import { MANY_TAX_QUESTIONS } from "./tax-questions";

interface Props {
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
  /** Address of the screen about the tax service. */
  service: string;
  /** Number of questions within an hour, when the letter was caused. */
  times: number;
}

/** Letter to an owner about an hour in which the tax service was asked many questions, each of which it bills. */
export function TaxQuestions({ settings, address, service, times }: Props) {
  return (
    <Letter preview={MANY_TAX_QUESTIONS} settings={settings} address={address} isInternal>
      <LetterSign under="The shop sells as before">{MANY_TAX_QUESTIONS}</LetterSign>
      <Paragraph>
        More than {(times - 1).toLocaleString("en-US")} questions were sent to Stripe Tax within an hour, and Stripe
        bills each. If you have many shoppers today, all is well. If not, somebody may be asking for quotes from many
        networks: one network gets 20 new answers in ten minutes, and an estimate after that.
      </Paragraph>
      <Paragraph>
        Nothing was stopped. You can switch to the shop&apos;s own rates until it is over; orders then carry tax by
        these rates.
      </Paragraph>
      <LetterButton href={service}>See sales tax</LetterButton>
    </Letter>
  );
}
