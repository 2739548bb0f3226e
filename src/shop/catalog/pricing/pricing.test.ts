import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deliveryEverywhere } from "~/shop/delivery-terms.server";
import { openTestShop } from "~/testing/test-shop.server";
import { lineFor } from "~/shop/bag/bag";
import { orderValue } from "~/shop/price";
import { refreshed } from "~/shop/bag/refresh-bag";
import { type Cents, cents, sum } from "~/shop/money";
import { pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { choiceOf, countedSum, shownSum, wantedOf } from "~/shop/wishlist/add-all";
import { cardOf, type CardSource } from "../cards/card";
import { allProducts } from "~/testing/all-products.server";
import { productsById } from "../catalog.server";
import { products as productsTable } from "../catalog.tables";
import { sizeOffers, variantOf } from "../choice/choice";
import { feedItems } from "../feeds/feed-items";
import { countedPrice, listingPrice, priceBefore, variantPrice, pricePlaces, shownPrice } from "./pricing";
import { productPage } from "../listing/products-for-api.server";
import { ALL_SIZES, type Choice, colorsOf, NO_CHOICE, type Product, sizesOf } from "../product";
import { isGiftCard } from "../product-kind";
import { cardOfWire } from "../cards/card-of-wire";
import { toWire } from "../product.wire";

const { db, settings } = await openTestShop();
const demo = await allProducts(db);
const named = (name: string): Product => {
  const product = demo.find((each) => each.name === name);
  if (!product) throw new Error(`The demo shop does not sell ${name}.`);
  return product;
};

const money = fc.integer({ min: 0, max: 2000_00 }).map(cents);
const options = fc.oneof(
  fc.record({
    sizes: fc.uniqueArray(fc.constantFrom("M", "S", "34", "32", "US 9"), { minLength: 1, maxLength: 4 }),
    colors: fc.uniqueArray(fc.constantFrom("Black", "Sand", "Rust"), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    sizes: fc.constantFrom([ALL_SIZES], ["S", "M"]),
    colors: fc.constantFrom([NO_CHOICE], ["Black", "Sand"]),
  }),
  fc.constant({ sizes: [NO_CHOICE], colors: [NO_CHOICE] }),
);
/** Made once: making it takes longer than drawing from it. */
const anyId = fc.stringMatching(/^[a-z0-9]{8}$/);
/** Generates products with missing and sold-out variants, with and without prices of their own, on sale or not. */
const anyProduct: fc.Arbitrary<Product> = options.chain(({ sizes, colors }) => {
  const offered = sizes.flatMap((size) => colors.map((color) => ({ size, color })));
  return fc
    .record({
      id: anyId,
      price: fc.option(money),
      salePrice: fc.option(fc.oneof(money, fc.constant(cents(0)))),
      own: fc.array(
        fc.record({
          price: fc.option(money),
          salePrice: fc.option(fc.oneof(money, fc.constant(cents(0)))),
          stock: fc.constantFrom(null, 0, 3),
          isSold: fc.boolean(),
        }),
        {
          minLength: offered.length,
          maxLength: offered.length,
        },
      ),
    })
    .map(({ id, price, salePrice, own }) => {
      const variants = offered.map((choice, place) => ({
        ...choice,
        id: place,
        image: null,
        sku: "",
        barcode: "",
        price: null,
        salePrice: null,
        stock: null,
        ...own[place],
      }));
      const sold = variants.filter(({ isSold }) => isSold);
      const [jacket] = demo as [Product];
      return {
        ...jacket,
        id,
        price,
        salePrice,
        variants: (sold.length > 0 ? sold : variants).map(({ isSold: _, ...variant }) => variant),
        colors: colors.filter((name) => name !== NO_CHOICE).map((name) => ({ name, swatch: null, images: [] })),
      };
    });
});
const everyProduct = fc.oneof(fc.constantFrom(...demo), anyProduct);

const card = (product: CardSource) => cardOf(product, new Map(), 4);
/** Every choice that a shopper can have made, from none to a variant. */
const choicesOf = (product: Product): Choice[] =>
  [undefined, ...colorsOf(product)].flatMap((color) =>
    [undefined, ...sizesOf(product)].map((size): Choice => ({ color, size })),
  );
const cheapest = (product: Product, among = product.variants): Cents =>
  cents(Math.min(...among.map((variant) => variantPrice(product, variant))));

/** Price of the line that the bag makes for a choice; null if it refuses the choice. */
function bagged(product: Parameters<typeof lineFor>[0], choice: Choice): Cents | null {
  try {
    return lineFor(product, choice, "").price;
  } catch {
    return null;
  }
}

describe("for every product of the demo shop and every generated product", () => {
  const holds = (property: (product: Product) => void) => {
    fc.assert(fc.property(everyProduct, property));
    demo.forEach(property);
  };

  test("listings, search results and suggestions show the lowest price, with 'from' if prices of variants differ (R-9-18)", () => {
    holds((product) => {
      const prices = new Set(product.variants.map((variant) => variantPrice(product, variant)));
      for (const place of ["listing", "suggestion"] as const)
        expect(shownPrice(card(product), place)).toMatchObject({ now: cheapest(product), isFrom: prices.size > 1 });
    });
  });

  test("rows, home, wishlist, films and the product's page show the first variant's price, without 'from' (R-9-17, R-9-20)", () => {
    holds((product) => {
      const [first] = product.variants;
      for (const place of ["rail", "home", "wishlist", "film", "product"] as const)
        expect(shownPrice(card(product), place)).toEqual({
          now: variantPrice(product, first ?? { price: null, salePrice: null }),
          was: priceBefore(product, first ?? { price: null, salePrice: null }),
          isFrom: false,
        });
    });
  });

  test("every place shows the price of a chosen variant as the bag counts it, without 'from' (R-4-32)", () => {
    holds((product) => {
      for (const { size, color, price, salePrice, stock } of product.variants) {
        const choice: Choice = { size, color };
        const counted = variantPrice(product, { price, salePrice });
        for (const place of pricePlaces)
          expect(shownPrice(card(product), place, choice)).toMatchObject({ now: counted, isFrom: false });
        expect(bagged(card(product), choice)).toBe(stock === 0 ? null : counted);
      }
    });
  });

  test("every place shows a price of the chosen color", () => {
    holds((product) => {
      for (const color of colorsOf(product)) {
        const variants = product.variants.filter((variant) => variant.color === color);
        const prices = variants.map((variant) => variantPrice(product, variant));
        for (const place of pricePlaces) {
          const { now, isFrom } = shownPrice(card(product), place, { color });
          expect(isFrom ? [cheapest(product, variants)] : prices).toContain(now);
        }
      }
    });
  });

  test("a card with a chosen color shows its lowest price, with 'from' only if sizes of that color differ", () => {
    holds((product) => {
      for (const color of colorsOf(product)) {
        const variants = product.variants.filter((variant) => variant.color === color);
        if (variants.length === 0) continue;
        const prices = new Set(variants.map((variant) => variantPrice(product, variant)));
        for (const place of ["listing", "home", "rail"] as const)
          expect(shownPrice(card(product), place, { color })).toMatchObject({
            now: cheapest(product, variants),
            isFrom: prices.size > 1,
          });
      }
    });
  });

  test("a button with a price shows what the bag will count, whatever size is chosen afterwards", () => {
    holds((product) => {
      for (const choice of choicesOf(product)) {
        const later = choice.size ? [choice.size] : [undefined, ...sizesOf(product)];
        const inBag = later.map((size) => bagged(card(product), { ...choice, size })).filter((price) => price !== null);
        const named = countedPrice(card(product), choice);
        expect(inBag.filter((price) => named !== null && price !== named)).toEqual([]);
      }
    });
  });

  test("with a chosen size a button shows a price if and only if the product has that variant", () => {
    holds((product) => {
      const isSold = ({ size, color = colorsOf(product)[0] }: Choice) =>
        variantOf(product, { size, color }) !== undefined;
      for (const choice of choicesOf(product).filter(({ size }) => size))
        expect(countedPrice(product, choice) !== null).toBe(isSold(choice));
    });
  });

  test("the price shown for a color plus a size's surcharge is the price shown for that size", () => {
    holds((product) => {
      for (const color of colorsOf(product))
        for (const { size, surcharge } of sizeOffers(product, color).filter(({ isMissing }) => !isMissing)) {
          const before = shownPrice(product, "product", { color }).now;
          expect(before + surcharge).toBe(shownPrice(product, "product", { color, size }).now);
        }
    });
  });

  test("a product read from the API has the same prices as the product itself", () => {
    holds((product) => {
      const [own, fromWire] = [card(product), cardOfWire(JSON.parse(JSON.stringify(toWire(product, new Map()))), 4)];
      for (const choice of choicesOf(product)) {
        expect(countedPrice(fromWire, choice)).toBe(countedPrice(own, choice));
        for (const place of pricePlaces)
          expect(shownPrice(fromWire, place, choice)).toEqual(shownPrice(own, place, choice));
      }
    });
  });

  test("a bag that is opened again has the same prices as when it was filled", () => {
    holds((product) => {
      const own = card(product);
      for (const { size, color } of product.variants.filter((variant) => variant.stock !== 0)) {
        const line = lineFor(own, { size, color }, "");
        expect(refreshed([line], { [product.id]: own }).notices).toEqual([]);
      }
    });
  });

  test("an item of the feed has the price of its own variant", () => {
    holds((product) => {
      const shop = { address: "", settings: settings(), delivery: deliveryEverywhere({ settings }) };
      for (const [place, item] of feedItems(shop, product, new Map()).entries()) {
        const variant = product.variants[place] ?? { price: null, salePrice: null };
        expect(item["g:sale_price"] ?? item["g:price"]).toBe(
          `${(variantPrice(product, variant) / 100).toFixed(2)} USD`,
        );
      }
    });
  });
});

describe("'Add All Items To Cart' (R-2.12-04)", () => {
  const wishlist = fc.uniqueArray(everyProduct, { minLength: 1, maxLength: 6, selector: ({ id }) => id });

  test("shows the sum that the bag will count for the chosen sizes", () => {
    fc.assert(
      fc.property(wishlist, fc.infiniteStream(fc.nat()), (some, dice) => {
        const wanted = wantedOf(some.map(card));
        const sizes = Object.fromEntries(
          wanted.flatMap(({ card: { id }, sizes: offered }) => {
            const free = offered.filter(({ isSoldOut }) => !isSoldOut);
            const one = free[(dice.next().value ?? 0) % Math.max(free.length, 1)];
            return one ? [[id, one.size]] : [];
          }),
        );
        const lines = wanted.map((one) => lineFor(one.card, choiceOf(one, sizes[one.card.id]), one.image));
        expect(countedSum(wanted, sizes)).toBe(orderValue(lines));
      }),
    );
  });

  test("shows the sum of the wishlist if no size has to be chosen, otherwise that sum or none", () => {
    fc.assert(
      fc.property(wishlist, (some) => {
        const wanted = wantedOf(some.map(card));
        const asksForNone = wanted.every(({ sizes }) => sizes.length === 0);
        expect([shownSum(wanted), ...(asksForNone ? [] : [null])]).toContain(countedSum(wanted, {}));
      }),
    );
  });

  test("the sum of the wishlist is the sum of its shown prices, if the first variants are in stock", () => {
    fc.assert(
      fc.property(wishlist, (some) => {
        const cards = some.map(card).filter(({ variants: [first] }) => first?.stock !== 0);
        expect(shownSum(wantedOf(cards))).toBe(sum(cards.map((one) => shownPrice(one, "wishlist").now)));
      }),
    );
  });
});

describe("the precedence of prices", () => {
  const variant = (size: string, color: string, dollars: number | null) => ({
    size,
    color,
    price: dollars === null ? null : cents(dollars * 100),
    salePrice: null,
  });
  const priced = (salePrice: number, variants: ReturnType<typeof variant>[], price: Cents | null = null) => ({
    salePrice: cents(salePrice * 100),
    price,
    variants,
  });
  const onSale = priced(109.5, [variant("M", "Black", 219), variant("M", "Grey", 219)]);
  const dearer = priced(0, [variant("S", "Black", 89), variant("S", "Bone", 85), variant("M", "Black", 79)]);
  const cheapestVariant = { size: "M", color: "Black" };

  test("a sale price above zero applies to every choice, and the price before is shown with it (R-9-17)", () => {
    for (const place of pricePlaces) {
      expect(shownPrice(onSale, place)).toEqual({ now: 109_50, was: 219_00, isFrom: false });
      expect(shownPrice(onSale, place, { size: "M", color: "Grey" })).toMatchObject({ now: 109_50 });
    }
  });

  test("without a sale price the first variant's price is shown, or that of the chosen variant (R-9-17, R-4-32)", () => {
    expect(shownPrice(dearer, "product").now).toBe(89_00);
    expect(shownPrice(dearer, "product", cheapestVariant).now).toBe(79_00);
  });

  test("a listing shows the lowest price (R-9-18)", () => {
    expect(shownPrice(dearer, "listing")).toEqual({ now: 79_00, was: null, isFrom: true });
  });

  test("without variants the product's own price applies, or zero (R-9-17)", () => {
    for (const place of pricePlaces) {
      expect(shownPrice(priced(0, [], cents(18_00)), place).now).toBe(18_00);
      expect(shownPrice(priced(0, [variant(NO_CHOICE, NO_CHOICE, null)], cents(18_00)), place).now).toBe(18_00);
      expect(shownPrice(priced(0, []), place).now).toBe(0);
    }
  });

  test("the price before is shown only if the current price is lower", () => {
    expect(shownPrice(priced(300, [variant("M", "Black", 219)]), "listing").was).toBeNull();
    expect(shownPrice(dearer, "listing").was).toBeNull();
  });
});

test("boots whose first color costs more show $239 in a row, from $229 in a listing, and $229 for brown", () => {
  const boots = card(named("Ridgeback Boots"));

  expect(shownPrice(boots, "rail")).toMatchObject({ now: 239_00, isFrom: false });
  expect(shownPrice(boots, "listing")).toMatchObject({ now: 229_00, isFrom: true });
  expect(shownPrice(boots, "listing", { color: "Black", size: "US 9" })).toMatchObject({ now: 239_00, isFrom: false });
  expect(shownPrice(boots, "rail", { color: "Brown" })).toMatchObject({ now: 229_00 });
});

test("with boots and a backpack on the wishlist the button shows the $388.00 that the bag counts", () => {
  const wanted = wantedOf([card(named("Ridgeback Boots")), card(named("Saddle Backpack 25L"))]);
  const [boots] = wanted;

  expect(shownSum(wanted)).toBe(388_00);
  expect(countedSum(wanted, {})).toBeNull();
  expect(countedSum(wanted, { [boots?.card.id ?? ""]: "US 9" })).toBe(388_00);
  expect(countedSum(wanted, { [boots?.card.id ?? ""]: "US 13" })).toBe(398_00);
});

test("an order has the same price for every variant as the bag", async () => {
  const variants = demo.flatMap((product) =>
    product.variants
      .filter(({ stock }) => stock !== 0)
      .map(({ size, color }) => ({ ...lineFor(card(product), { size, color }, "") })),
  );
  const priced = await pricedLines(db, variants);

  expect(priced.map(({ price }) => price)).toEqual(variants.map(({ price }) => price));
});

test("a listing sorts and filters by the price that it shows, also for variants without a price of their own (R-4-21)", async () => {
  await db
    .update(productsTable)
    .set({ price: cents(10_00) })
    .where(eq(productsTable.kind, "goods"));
  await db.execute(
    "update variants set price_cents = null where id % 3 = 0 and product_id in (select id from products where kind = 'goods')",
  );
  await db.execute("update products set sale_price_cents = 0 where position % 4 = 0 and kind = 'goods'");
  const all = (await allProducts(db)).filter((product) => !isGiftCard(product));
  const bound = cents(60_00);

  const { ids } = await productPage(db, { sort: "lowest" }, { most: 250 });
  const { total } = await productPage(db, { sort: "recommended", maxPrice: bound }, { most: 1 });

  const shown = (await productsById(db, ids)).map(listingPrice);
  expect(shown).toEqual(all.map(listingPrice).toSorted((a, b) => a - b));
  expect(total.count).toBe(shown.filter((price) => price <= bound).length);
});
