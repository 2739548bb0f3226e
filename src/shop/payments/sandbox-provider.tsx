import { useImperativeHandle, useRef, useState, type Ref } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { cardEnding, cardErrors, isUnentered, noCard, type Card } from "./card";
import { CardField } from "./card-field";
import type { ConfirmationOutcome } from "./gateway";
import type { CardEntry, PaymentProvider } from "./provider";
import { answerStep, confirmCard, startPayLater } from "./sandbox.client";

const testCards = [
  ["4242 4242 4242 4242", "is accepted"],
  ["4000 0025 0000 3155", "asks for a confirmation"],
  ["4000 0000 0000 0002", "is declined"],
];

/** The sandbox in the browser: a field for test cards, and a page for paying later. */
export const sandboxProvider: PaymentProvider = {
  CardField: SandboxCard,
  async payLater(clientSecret, billing, returnUrl) {
    const { redirect } = await startPayLater({ clientSecret, billing, returnUrl });
    location.assign(redirect);
    // The page is being left: a pending promise keeps callers waiting.
    return new Promise<ConfirmationOutcome>(() => {});
  },
};

/** Handler of the shopper's answer in the bank's dialog. */
type Answer = (approved: boolean) => void;

function SandboxCard({ ref }: { ref: Ref<CardEntry> }) {
  const [card, setCard] = useState<Card>(noCard);
  const [errors, setErrors] = useState<ReturnType<typeof cardErrors>>({});
  const [answer, setAnswer] = useState<Answer | null>(null);
  const number = useRef<HTMLInputElement>(null);

  function change(changed: Card) {
    setCard(changed);
    // While typing, errors that are shown may disappear, but no new ones are shown.
    const wrong = cardErrors(changed, new Date());
    const still = (Object.keys(errors) as (keyof Card)[]).filter((field) => wrong[field]);
    setErrors(Object.fromEntries(still.map((field) => [field, wrong[field]])));
  }

  useImperativeHandle(ref, () => ({
    isEntered: () => !isUnentered(card),
    isGood() {
      const wrong = cardErrors(card, new Date());
      setErrors(wrong);
      const isGood = Object.keys(wrong).length === 0;
      if (!isGood) number.current?.form?.querySelector<HTMLInputElement>(firstOf(wrong))?.focus();
      return isGood;
    },
    ending: () => cardEnding(card),
    async confirm(clientSecret, billing): Promise<ConfirmationOutcome> {
      const first = await confirmCard({ clientSecret, card, billing });
      if (first.status !== "requires_action") return first;

      const approved = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      const second = await answerStep({ clientSecret, approved });
      return second.status === "requires_action" ? { status: "processing" } : second;
    },
  }));

  return (
    <>
      <CardField card={card} errors={errors} onChange={change} first={number} />
      <TestCards />
      {answer && <BankDialog onAnswer={answer} />}
    </>
  );
}

const TestCards = () => (
  <div className="test-pay">
    <p>
      <b>Test payment.</b> No money moves and no real card works here. Any date to come and any CVC will do.
    </p>
    <ul>
      {testCards.map(([digits, outcome]) => (
        <li key={digits}>
          <span className="tnum">{digits}</span> {outcome}
        </li>
      ))}
    </ul>
  </div>
);

/** Dialog of the bank that some payments require (3-D Secure). */
const BankDialog = ({ onAnswer }: { onAnswer: Answer }) => (
  <Dialog title="Confirm your payment" closeLabel="Close without confirming" open onOpenChange={() => onAnswer(false)}>
    <p>
      Your bank asks whether it is really you. This is a test payment: no bank is involved, and both answers are fine.
    </p>
    <div className="acts">
      <Button onClick={() => onAnswer(true)}>Confirm payment</Button>
      <Button look="line" onClick={() => onAnswer(false)}>
        Refuse
      </Button>
    </div>
  </Dialog>
);

const fieldNames: Record<keyof Card, string> = { number: "cardNumber", expiry: "cardExpiry", code: "cardCode" };

/** First field with an error, in page order. */
const firstOf = (wrong: Partial<Record<keyof Card, string>>): string =>
  `input[name="${(["number", "expiry", "code"] as const).filter((field) => wrong[field]).map((field) => fieldNames[field])[0]}"]`;
