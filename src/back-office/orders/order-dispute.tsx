import { Notice } from "../ui/notice";
import type { OrderDetail } from "./order-detail.server";

/** Disputes of an order's payments at the top of its page: what is disputed, until when it can be answered, and what follows. */
export const OrderDisputes = ({ order: { disputes } }: { order: OrderDetail }) =>
  disputes.map(({ id, title, text, way }) => (
    <Notice
      key={id}
      title={title}
      action={
        way && (
          <a className="link" href={way.href} target="_blank" rel="noreferrer">
            {way.name}
          </a>
        )
      }
    >
      <p>{text}</p>
    </Notice>
  ));
