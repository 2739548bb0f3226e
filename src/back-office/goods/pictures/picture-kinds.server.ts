import { namedProducts } from "~/shop/catalog/named-products.server";
import { listNamed } from "~/shop/catalog/pictures/picture-list";
import { picturesRecord, pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { counted } from "../../count-words";
import type { LogKind } from "../../log/log-kind";

/** Id of the product in the path of an uploaded picture. */
const productOf = (path: string): string | undefined => /^\/media\/goods\/([A-Za-z0-9]+)\//.exec(path)?.[1];

/** Reads the names of products with changed pictures or changed alternative texts. */
const readNames: LogKind["names"] = async (db, changes) => {
  const own = changes.flatMap(({ kind, record }) => {
    const id =
      kind === picturesRecord.kind
        ? listNamed(record).productId
        : kind === pictureWordsRecord.kind
          ? productOf(record)
          : undefined;
    return id ? [{ key: `${kind} ${record}`, id }] : [];
  });
  const goods = await namedProducts(
    db,
    own.map(({ id }) => id),
  );
  return new Map(
    own.flatMap(({ key, id }) => {
      const name = goods.get(id)?.name;
      return name ? [[key, { name, productId: id }] as const] : [];
    }),
  );
};

export const picturesKind: LogKind = {
  record: picturesRecord,
  title: "Pictures",
  edits: {
    isPart: true,
    noun: ["list of pictures", "lists of pictures"],
    named: (record, names) => names.get(`${picturesRecord.kind} ${record}`)?.name ?? "The product",
    field: (_field, record) => (listNamed(record).color ? `pictures of ${listNamed(record).color}` : "pictures"),
  },
  words({ kind, record, old, new: now }, names) {
    const { productId, color } = listNamed(record);
    const about = [names.get(`${kind} ${record}`)?.name, color].filter(Boolean).join(", ");
    const count = (images: unknown) => (Array.isArray(images) ? images.length : 0);
    const shown = (images: unknown) => counted(count(images), "picture");
    const isOrder = count(old) === count(now);
    return {
      what: about ? `Pictures of ${about}` : "Pictures",
      from: isOrder ? "The order before" : shown(old),
      to: isOrder ? "in another order" : shown(now),
      way: `/goods/${productId}/pictures`,
    };
  },
  names: readNames,
};

export const pictureWordsKind: LogKind = {
  record: pictureWordsRecord,
  title: "Words for pictures",
  edits: {
    isPart: true,
    noun: ["picture", "pictures"],
    named: (record, names) =>
      `A picture of ${names.get(`${pictureWordsRecord.kind} ${record}`)?.name ?? "the product"}`,
    field: () => "words for pictures",
  },
  words({ kind, record, old, new: now }, names) {
    const productId = productOf(record);
    const name = names.get(`${kind} ${record}`)?.name;
    return {
      what: name ? `Words for a picture of ${name}` : "Words for a picture",
      from: String(old ?? "") || "Empty",
      to: String(now ?? "") || "Empty",
      ...(productId && { way: `/goods/${productId}/pictures` }),
    };
  },
  names: readNames,
};
