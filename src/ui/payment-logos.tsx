import type { ReactNode } from "react";

interface Method {
  name: string;
  width: number;
  drawing: ReactNode;
}

const word = (text: string, at: number, slanted = false) => (
  <text x={at} y="12.5" transform={slanted ? "skewX(-10)" : undefined} style={{ fill: "currentColor", stroke: "none" }}>
    {text}
  </text>
);

const methods = {
  visa: { name: "Visa", width: 30, drawing: word("VISA", 4, true) },
  mastercard: {
    name: "Mastercard",
    width: 94,
    drawing: (
      <>
        <path d="M1.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0zM8.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0z" />
        {word("MASTERCARD", 25)}
      </>
    ),
  },
  klarna: { name: "Klarna", width: 44, drawing: word("KLARNA.", 0) },
  wallet: {
    name: "Wallet",
    width: 62,
    drawing: (
      <>
        <path d="M1 4.5h14v9H1zM1 4.5 11 2v2.5M15 7.5h-4v3h4" />
        {word("WALLET", 21)}
      </>
    ),
  },
  giftCard: {
    name: "Gift card",
    width: 74,
    drawing: (
      <>
        <path d="M1 3h14v10.5H1zM5.5 3v10.5M1 7.5h14" />
        {word("GIFT CARD", 21)}
      </>
    ),
  },
} satisfies Record<string, Method>;

export type PaymentMethod = keyof typeof methods;

interface PaymentLogosProps {
  label?: string;
  only: readonly PaymentMethod[];
}

/** Payment methods as small plates with names, without trademarked artwork. */
export function PaymentLogos({ label = "Ways to pay", only: shown }: PaymentLogosProps) {
  return (
    <ul className="pays" aria-label={label}>
      {shown.map((key) => {
        const { name, width, drawing } = methods[key];
        return (
          <li className="pay" key={key}>
            <svg role="img" aria-label={name} viewBox={`0 0 ${width} 16`} width={width} height="16" focusable="false">
              {drawing}
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
