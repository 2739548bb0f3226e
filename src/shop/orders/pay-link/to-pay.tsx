import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";

interface ToPayProps {
  /** The amount, formatted. */
  amount: string;
  /** Address of the page on which it is paid. */
  url: string;
  children?: ReactNode;
}

/** An amount that waits for its payment: the largest text of its card, and the main button to pay it. */
export const ToPay = ({ amount, url, children }: ToPayProps) => (
  <div className="to-pay">
    <p className="to-pay__sum">{amount} to pay</p>
    {children}
    <ButtonLink to={url} rel="noreferrer">
      Pay {amount}
    </ButtonLink>
  </div>
);
