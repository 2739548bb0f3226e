import type { CSSProperties, ReactNode } from "react";
import { lineImage } from "./icon";

interface Method {
  name: string;
  width: number;
  /** Path of the mark before the name, 16 px high. */
  mark?: string;
}

const methods = {
  visa: { name: "Visa", width: 50 },
  mastercard: {
    name: "Mastercard",
    width: 114,
    mark: "M1.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0zM8.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0z",
  },
  klarna: { name: "Klarna.", width: 64 },
  wallet: { name: "Wallet", width: 82, mark: "M1 4.5h14v9H1zM1 4.5 11 2v2.5M15 7.5h-4v3h4" },
  giftCard: { name: "Gift card", width: 94, mark: "M1 3h14v10.5H1zM5.5 3v10.5M1 7.5h14" },
} satisfies Record<string, Method>;

export type PaymentMethod = keyof typeof methods;

interface PaymentLogosProps {
  label?: string;
  only: readonly PaymentMethod[];
  /** Puts the name of a method into a link. */
  linked?: ((key: PaymentMethod, name: string) => ReactNode) | undefined;
}

/** Payment methods as small plates with names, without trademarked artwork. */
export function PaymentLogos({ label = "Ways to pay", only: shown, linked }: PaymentLogosProps) {
  return (
    <ul className="pays" aria-label={label}>
      {shown.map((key) => {
        const { name, width, mark }: Method = methods[key];
        const look = mark ? "pay pay--marked" : key === "visa" ? "pay pay--slanted" : "pay";
        const style = { width, ...(mark && { "--mark": lineImage(mark, { width: 20, height: 16, stroke: 1.4 }) }) };
        return (
          <li className={look} style={style as CSSProperties} key={key}>
            {linked ? linked(key, name) : name}
          </li>
        );
      })}
    </ul>
  );
}
