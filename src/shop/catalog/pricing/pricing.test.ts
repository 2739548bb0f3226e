import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { lineFor, orderValue } from "~/shop/bag/bag";
import { refreshed } from "~/shop/bag/availability";
import { type Cents, cents, sum } from "~/shop/money";
import { pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { choiceOf, countedSum, shownSum, wantedOf } from "~/shop/wishlist/add-all";
import { cardOf, type CardSource } from "../cards/card";
import { allProducts } from "~/testing/all-products.server";
import { productsById } from "../catalog.server";
import { products as productsTable } from "../catalog.tables";
import { sizeOffers, variantOf } from "../choice/choice";
import { feedItems } from "../feeds/feed-items";
import { countedPrice, listingPrice, priceBefore, priceOf, pricePlaces, shownPrice } from "./pricing";
import { productPage } from "../listing/products-for-api.server";
import { ALL_SIZES, type Choice, colorsOf, NO_CHOICE, type Product, sizesOf } from "../product";
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
/** A product as a merchant may make one: variants missing, sold out, with and without a price of their own, on sale or not. */
const anyProduct: fc.Arbitrary<Product> = options.chain(({ sizes, colors }) => {
  const offered = sizes.flatMap((size) => colors.map((color) => ({ size, color })));
  return fc
    .record({
      id: fc.stringMatching(/^[a-z0-9]{8}$/),
      price: fc.option(money),
      salePrice: fc.option(fc.oneof(money, fc.constant(cents(0)))),
      facts: fc.array(
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
    .map(({ id, price, salePrice, facts }) => {
      const variants = offered.map((choice, place) => ({
        ...choice,
        id: place,
        image: null,
        sku: "",
        barcode: "",
        price: null,
        salePrice: null,
        stock: null,
        ...facts[place],
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
/** Every choice that a screen may hold, from none to a variant. */
const choicesOf = (product: Product): Choice[] =>
  [undefined, ...colorsOf(product)].flatMap((color) =>
    [undefined, ...sizesOf(product)].map((size): Choice => ({ color, size })),
  );
const cheapest = (product: Product, among = product.variants): Cents =>
  cents(Math.min(...among.map((variant) => priceOf(product, variant))));

/** Price that the bag counts for a choice; nothing when it refuses it. */
function bagged(product: Parameters<typeof lineFor>[0], choice: Choice): Cents | null {
  try {
    return lineFor(product, choice, "").price;
  } catch {
    return null;
  }
}

describe("for every product, of the demo shop and of any other", () => {
  const holds = (property: (product: Product) => void) => {
    fc.assert(fc.property(everyProduct, property));
    demo.forEach(property);
  };

  test("listing, results and suggestions show the lowest price, with 'from' exactly where variants differ (R-9-18)", () => {
    holds((product) => {
      const prices = new Set(product.variants.map((variant) => priceOf(product, variant)));
      for (const place of ["listing", "suggestion"] as const)
        expect(shownPrice(card(product), place)).toMatchObject({ now: cheapest(product), isFrom: prices.size > 1 });
    });
  });

  test("rows, home, wishlist, films and the product's page show the first variant's, without 'from' (R-9-17, R-9-20)", () => {
    holds((product) => {
      const [first] = product.variants;
      for (const place of ["rail", "home", "wishlist", "film", "product"] as const)
        expect(shownPrice(card(product), place)).toEqual({
          now: priceOf(product, first ?? { price: null, salePrice: null }),
          was: priceBefore(product, first ?? { price: null, salePrice: null }),
          isFrom: false,
        });
    });
  });

  test("everywhere a chosen variant shows what the bag counts for it, and no 'from' (R-4-32)", () => {
    holds((product) => {
      for (const { size, color, price, salePrice, stock } of product.variants) {
        const choice: Choice = { size, color };
        const counted = priceOf(product, { price, salePrice });
        for (const place of pricePlaces)
          expect(shownPrice(card(product), place, choice)).toMatchObject({ now: counted, isFrom: false });
        expect(bagged(card(product), choice)).toBe(stock === 0 ? null : counted);
      }
    });
  });

  test("everywhere a chosen color shows a price of that color", () => {
    holds((product) => {
      for (const color of colorsOf(product)) {
        const variants = product.variants.filter((variant) => variant.color === color);
        const prices = variants.map((variant) => priceOf(product, variant));
        for (const place of pricePlaces) {
          const { now, isFrom } = shownPrice(card(product), place, { color });
          expect(isFrom ? [cheapest(product, variants)] : prices).toContain(now);
        }
      }
    });
  });

  test("a button that names a price names what the bag counts, whatever is chosen after it was read", () => {
    holds((product) => {
      for (const choice of choicesOf(product)) {
        const later = choice.size ? [choice.size] : [undefined, ...sizesOf(product)];
        const inBag = later.map((size) => bagged(card(product), { ...choice, size })).filter((price) => price !== null);
        const named = countedPrice(card(product), choice);
        expect(inBag.filter((price) => named !== null && price !== named)).toEqual([]);
      }
    });
  });

  test("a button names no price only while sizes differ in it, or where no such variant is sold", () => {
    holds((product) => {
      const isSold = ({ size, color = colorsOf(product)[0] }: Choice) =>
        variantOf(product, { size, color }) !== undefined;
      for (const choice of choicesOf(product).filter(({ size }) => size))
        expect(countedPrice(product, choice) !== null).toBe(isSold(choice));
    });
  });

  test("a size's surcharge leads from the price that stands there to the one that will", () => {
    holds((product) => {
      for (const color of colorsOf(product))
        for (const { size, surcharge } of sizeOffers(product, color).filter(({ isMissing }) => !isMissing)) {
          const before = shownPrice(product, "product", { color }).now;
          expect(before + surcharge).toBe(shownPrice(product, "product", { color, size }).now);
        }
    });
  });

  test("what the API says of it is priced as what the shop knows of it", () => {
    holds((product) => {
      const [own, fromWire] = [card(product), cardOfWire(JSON.parse(JSON.stringify(toWire(product, new Map()))), 4)];
      for (const choice of choicesOf(product)) {
        expect(countedPrice(fromWire, choice)).toBe(countedPrice(own, choice));
        for (const place of pricePlaces)
          expect(shownPrice(fromWire, place, choice)).toEqual(shownPrice(own, place, choice));
      }
    });
  });

  test("the bag that is opened again finds the price it was filled at", () => {
    holds((product) => {
      const own = card(product);
      for (const { size, color } of product.variants.filter((variant) => variant.stock !== 0)) {
        const line = lineFor(own, { size, color }, "");
        expect(refreshed([line], { [product.id]: own }).notices).toEqual([]);
      }
    });
  });

  test("a feed's item has the price of its own variant", () => {
    holds((product) => {
      const shop = { address: "", settings: settings() };
      for (const [place, item] of feedItems(shop, product, new Map()).entries()) {
        const variant = product.variants[place] ?? { price: null, salePrice: null };
        expect(item["g:sale_price"] ?? item["g:price"]).toBe(`${(priceOf(product, variant) / 100).toFixed(2)} USD`);
      }
    });
  });
});

describe("'Add All Items To Cart' (R-2.12-04)", () => {
  const wishlist = fc.uniqueArray(everyProduct, { minLength: 1, maxLength: 6, selector: ({ id }) => id });

  test("names in the chooser what the bag counts once sizes are chosen", () => {
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

  test("names what the bag counts where no size is asked for, and never a sum that a size may change", () => {
    fc.assert(
      fc.property(wishlist, (some) => {
        const wanted = wantedOf(some.map(card));
        const asksForNone = wanted.every(({ sizes }) => sizes.length === 0);
        expect([shownSum(wanted), ...(asksForNone ? [] : [null])]).toContain(countedSum(wanted, {}));
      }),
    );
  });

  test("names the sum of the shown prices where the first variants are to be had", () => {
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

  test("a sale price above zero wins, whatever is chosen, and says what it was (R-9-17)", () => {
    for (const place of pricePlaces) {
      expect(shownPrice(onSale, place)).toEqual({ now: 109_50, was: 219_00, isFrom: false });
      expect(shownPrice(onSale, place, { size: "M", color: "Grey" })).toMatchObject({ now: 109_50 });
    }
  });

  test("without one the first entry counts until something is chosen, then the chosen one (R-9-17, R-4-32)", () => {
    expect(shownPrice(dearer, "product").now).toBe(89_00);
    expect(shownPrice(dearer, "product", cheapestVariant).now).toBe(79_00);
  });

  test("a listing shows the lowest (R-9-18)", () => {
    expect(shownPrice(dearer, "listing")).toEqual({ now: 79_00, was: null, isFrom: true });
  });

  test("without entries the product's own price counts, without that it is zero (R-9-17)", () => {
    for (const place of pricePlaces) {
      expect(shownPrice(priced(0, [], cents(18_00)), place).now).toBe(18_00);
      expect(shownPrice(priced(0, [variant(NO_CHOICE, NO_CHOICE, null)], cents(18_00)), place).now).toBe(18_00);
      expect(shownPrice(priced(0, []), place).now).toBe(0);
    }
  });

  test("what it cost before is said only when it is cheaper now", () => {
    expect(shownPrice(priced(300, [variant("M", "Black", 219)]), "listing").was).toBeNull();
    expect(shownPrice(dearer, "listing").was).toBeNull();
  });
});

test("boots whose first color is dearer: $239 in a row, from $229 in a listing, $229 in brown", () => {
  const boots = card(named("Ridgeback Boots"));

  expect(shownPrice(boots, "rail")).toMatchObject({ now: 239_00, isFrom: false });
  expect(shownPrice(boots, "listing")).toMatchObject({ now: 229_00, isFrom: true });
  expect(shownPrice(boots, "listing", { color: "Black", size: "US 9" })).toMatchObject({ now: 239_00, isFrom: false });
  expect(shownPrice(boots, "rail", { color: "Brown" })).toMatchObject({ now: 229_00 });
});

test("boots and backpack on the wishlist: the button names the $388.00 that the bag counts", () => {
  const wanted = wantedOf([card(named("Ridgeback Boots")), card(named("Saddle Backpack 25L"))]);
  const [boots] = wanted;

  expect(shownSum(wanted)).toBe(388_00);
  expect(countedSum(wanted, {})).toBeNull();
  expect(countedSum(wanted, { [boots?.card.id ?? ""]: "US 9" })).toBe(388_00);
  expect(countedSum(wanted, { [boots?.card.id ?? ""]: "US 13" })).toBe(398_00);
});

test("an order is priced as the bag was, variant by variant", async () => {
  const variants = demo.flatMap((product) =>
    product.variants
      .filter(({ stock }) => stock !== 0)
      .map(({ size, color }) => ({ ...lineFor(card(product), { size, color }, "") })),
  );
  const priced = await pricedLines(db, variants);

  expect(priced.map(({ price }) => price)).toEqual(variants.map(({ price }) => price));
});

test("a listing orders and bounds by the price that it shows, of variants without a price of their own, too (R-4-21)", async () => {
  await db.update(productsTable).set({ price: cents(10_00) });
  await db.execute("update variants set price_cents = null where id % 3 = 0");
  await db.execute("update products set sale_price_cents = 0 where position % 4 = 0");
  const all = await allProducts(db);
  const bound = cents(60_00);

  const { ids } = await productPage(db, { sort: "lowest" }, { most: 250 });
  const { total } = await productPage(db, { sort: "recommended", maxPrice: bound }, { most: 1 });

  const shown = (await productsById(db, ids)).map(listingPrice);
  expect(shown).toEqual(all.map(listingPrice).toSorted((a, b) => a - b));
  expect(total.count).toBe(shown.filter((price) => price <= bound).length);
});
