import { listNamed } from "~/shop/catalog/pictures/picture-list";
import { picturesRecord, pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { counted } from "../../count-texts";
import type { LogKind } from "../../log/log-kind";

export const picturesKind: LogKind = {
  record: picturesRecord,
  title: "Pictures",
  words({ record, old, new: now }) {
    const { productId, color } = listNamed(record);
    const count = (images: unknown) => (Array.isArray(images) ? images.length : 0);
    const shown = (images: unknown) => counted(count(images), "picture");
    const isOrder = count(old) === count(now);
    return {
      what: color ? `Pictures of ${color}` : "Pictures",
      from: isOrder ? "The order before" : shown(old),
      to: isOrder ? "in another order" : shown(now),
      way: `/goods/${productId}/pictures`,
    };
  },
};

export const pictureWordsKind: LogKind = {
  record: pictureWordsRecord,
  title: "Words for pictures",
  words({ record, old, new: now }) {
    const productId = /^\/media\/goods\/([A-Za-z0-9]+)\//.exec(record)?.[1];
    return {
      what: "Words for a picture",
      from: String(old ?? "") || "Empty",
      to: String(now ?? "") || "Empty",
      ...(productId && { way: `/goods/${productId}/pictures` }),
    };
  },
};
