import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { importById, readImport, settleImport } from "./imports.server";
import { importPictures } from "./imports.tables";
import { pictureCountsOf } from "./pictures.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "other-languages-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(rows: string[][], separator = ","): Promise<number> {
  const path = join(folder, randomUUID());
  const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  await writeFile(path, rows.map((row) => row.map(cell).join(separator)).join("\n"));
  return readImport(shop, dana, { path, file: "goods.csv" });
}
async function entryOf(id: number) {
  const entry = await importById(db, id);
  if (!entry) throw new Error("no import");
  return entry;
}
const wordsOf = async (id: number) =>
  (await rowsOf(db, id, { states: ["new", "changed", "same", "bad"], most: 100 })).flatMap(({ row, problems }) =>
    problems.filter(({ field }) => field !== "status").map(({ field, words }) => [row, field, words]),
  );
async function soldAs(name: string) {
  const [product] = await db.select().from(products).where(eq(products.name, name));
  const sold = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, product?.id ?? ""))
    .orderBy(asc(variants.id));
  return {
    ...product,
    variants: sold.map(({ size, color, price, sku }) => [size, color, price ?? product?.price, sku]),
    sales: sold.map(({ salePrice }) => salePrice ?? product?.salePrice),
    stock: sold.map(({ stock }) => stock),
  };
}

/** Headers of WooCommerce exports with two attributes, in the order of their columns. */
const HEADS: Record<string, string> = {
  German:
    "ID;Typ;Artikelnummer;GTIN, UPC, EAN oder ISBN;Name;Veröffentlicht;Ist hervorgehoben?;Sichtbarkeit im Katalog;Kurzbeschreibung;Beschreibung;Datum, an dem Angebotspreis beginnt;Datum, an dem Angebotspreis endet;Steuerstatus;Steuerklasse;Vorrätig?;Bestand;Gewicht (kg);Angebotspreis;Regulärer Preis;Kategorien;Bilder;Übergeordnetes Produkt;Attribut 1 Name;Attribut 1 Wert(e);Attribut 1 Sichtbar;Attribut 2 Name;Attribut 2 Wert(e);Attribut 2 Standard",
  French:
    "ID;Type;UGS;GTIN, UPC, EAN ou ISBN;Nom;Publié;Mis en avant ?;Visibilité dans le catalogue;Description courte;Description;Date de début de promo;Date de fin de promo;État de la TVA;Classe de TVA;En stock ?;Stock;Poids (kg);Tarif promo;Tarif régulier;Catégories;Images;Parent;Nom de l’attribut 1;Valeur(s) de l’attribut 1 ;Attribut 1 visible;Nom de l’attribut 2;Valeur(s) de l’attribut 2 ;Attribut 2 par défaut",
  Spanish:
    "ID;Tipo;SKU;GTIN, UPC, EAN o ISBN;Nombre;Publicado;¿Está destacado?;Visibilidad en el catálogo;Descripción corta;Descripción;Día en que empieza el precio rebajado;Día en que termina el precio rebajado;Estado del impuesto;Clase de impuesto;¿Existencias?;Inventario;Peso (kg);Precio rebajado;Precio normal;Categorías;Imágenes;Superior;Nombre del atributo 1;Valor(es) del atributo 1;Atributo visible 1;Nombre del atributo 2;Valor(es) del atributo 2;Atributo por defecto 2",
  Italian:
    "ID;Tipo;SKU;GTIN, UPC, EAN, o ISBN;Nome;Pubblicato;In primo piano?;Visibilità nel catalogo;Breve descrizione;Descrizione;Data di inizio del prezzo in offerta;Data di fine del prezzo in offerta;Stato delle imposte;Aliquota di imposta;In stock?;Magazzino;Peso (kg);Prezzo in offerta;Prezzo di listino;Categorie;Immagine;Genitore;Nome dell'attributo 1;Valore dell'attributo 1;Attributo 1 visibile;Nome dell'attributo 2;Valore dell'attributo 2;Attributo 2 predefinito",
  Dutch:
    "ID;Type;Artikelnummer;GTIN, UPC, EAN of ISBN;Naam;Gepubliceerd;Uitgelicht?;Zichtbaarheid in catalogus;Korte beschrijving;Beschrijving;Startdatum actieprijs;Einddatum actieprijs;Btw status;Belastingklasse;Op voorraad?;Voorraad;Gewicht (kg);Actieprijs;Reguliere prijs;Categorieën;Afbeeldingen;Hoofd;Naam eigenschap 1;Waarde eigenschap 1;Zichtbare eigenschap 1;Naam eigenschap 2;Waarde eigenschap 2;Standaardeigenschap 2",
  Portuguese:
    "ID;Tipo;SKU;GTIN, UPC, EAN, ou ISBN;Nome;Publicado;Em destaque?;Visibilidade no catálogo;Descrição curta;Descrição;Data de preço promocional começa em;Data de preço promocional termina em;Status do imposto;Classe de imposto;Em estoque?;Estoque;Peso (kg);Preço promocional;Preço;Categorias;Imagens;Ascendente;Nome do atributo 1;Valores do atributo 1;Visibilidade do atributo 1;Nome do atributo 2;Valores do atributo 2;Atributo padrão 2",
  Polish:
    "ID;Typ;SKU;GTIN, UPC, EAN lub ISBN;Nazwa;Opublikowano;Wyróżniony produkt?;Widoczność w katalogu;Krótki opis;Opis;Data rozpoczęcia promocji;Data zakończenia promocji;Status podatku;Klasa podatkowa;W magazynie?;Stan magazynowy;Waga (kg);Cena promocyjna;Cena;Kategorie;Obrazki;Element nadrzędny;Nazwa atrybutu 1;Wartości atrybutu 1;Atrybut 1 widoczny;Nazwa atrybutu 2;Wartości atrybutu 2;Atrybut 2: domyślny",
};
const OPTIONS: Record<string, [string, string]> = {
  German: ["Größe", "Farbe"],
  French: ["Taille", "Couleur"],
  Spanish: ["Talla", "Color"],
  Italian: ["Taglia", "Colore"],
  Dutch: ["Maat", "Kleur"],
  Portuguese: ["Tamanho", "Cor"],
  Polish: ["Rozmiar", "Kolor"],
};

/** Rows of a variable product with two variations, under a header of 28 columns; the sale of the second variation is over. */
function variable(head: string[], language: string, isNumbered: boolean): string[][] {
  const [size, color] = OPTIONS[language] ?? ["", ""];
  const sku = `WX-${language}`;
  const row = (said: Record<number, string>) => head.map((_, place) => said[place] ?? "");
  const own = { 4: `Jacket ${language}`, 5: "1", 14: "1" };
  const parent = row({
    ...own,
    0: "71",
    1: "variable",
    2: sku,
    9: "Warm.",
    16: "1,2",
    22: size,
    23: "S, M",
    25: color,
  });
  const ofParent = { ...own, 1: "variation", 21: isNumbered ? "id:71" : sku, 22: size, 25: color, 26: "Sand" };
  const sale = { 10: "2020-01-01", 11: "2020-02-01", 17: "10" };
  const first = row({ ...ofParent, 0: "72", 2: `${sku}-S`, 3: "4006381333931", 15: "4", 18: "1.299,00", 23: "S" });
  const second = row({ ...ofParent, ...sale, 0: "73", 2: `${sku}-M`, 15: "5", 18: "39,90", 23: "M" });
  const rows = [head, parent, first, second];
  return isNumbered ? rows : rows.map((cells) => cells.slice(1));
}

describe.each(Object.keys(HEADS))("WooCommerce's export in %s", (language) => {
  test.each([
    ["with product ids", true],
    ["without product ids", false],
  ])(
    "is imported %s as one product with two sizes; its past sale is left out, and commas are decimal points",
    async (_, isNumbered) => {
      const head = HEADS[language]?.split(";") ?? [];
      const id = await readIn(variable(head, language, isNumbered), ";");
      expect((await entryOf(id)).dialect).toBe("woocommerce");
      await settleImport(shop, dana, id, { decimal: "comma", takesStock: true });
      expect((await entryOf(id)).counts).toMatchObject({ rows: 3, bad: 0 });
      if (!isNumbered) return;
      await applyImport(shop, dana, { id });
      expect(await soldAs(`Jacket ${language}`)).toMatchObject({
        description: "Warm.",
        weightGrams: 1200,
        variants: [
          ["S", "Sand", 129_900, `WX-${language}-S`],
          ["M", "Sand", 3990, `WX-${language}-M`],
        ],
        stock: [4, 5],
        sales: [null, null],
      });
      expect(await wordsOf(id)).toContainEqual([4, "saleUntil", expect.stringContaining("the sale ended")]);
    },
  );
});

test("WooCommerce products without ids are told apart by SKU, and without SKU by name", async () => {
  const HEAD = ["Type", "SKU", "Name", "In stock?", "Regular price"];
  const id = await readIn([
    HEAD,
    ["simple", "MUG-R", "Mug", "1", "9"],
    ["simple", "MUG-B", "Mug", "1", "9"],
    ["simple", "", "Patch", "1", "3"],
  ]);
  expect((await entryOf(id)).counts).toMatchObject({ products: 3, bad: 0 });
});

test("columns of other files are recognized by names in other languages; once a member has saved such a mapping, it counts as chosen", async () => {
  const id = await readIn(
    [
      ["Artikel", "Größe", "Preis", "Lager", "Bilder", "Lieferant"],
      ["Lederweste", "S", "12.50", "3", "a.jpg", "Ridge"],
    ],
    ";",
  );
  const { mapping, counts, isOwnMapping } = await entryOf(id);
  expect(mapping).toEqual(["name", "size", "price", "stock", "picture", null]);
  expect(counts).toMatchObject({ fresh: 1, bad: 0 });
  expect(isOwnMapping).toBe(false);
  await settleImport(shop, dana, id, { mapping });
  expect((await entryOf(id)).isOwnMapping).toBe(true);
});

test("pictures are expected for a column that a member mapped to pictures, and not for an ignored column", async () => {
  const id = await readIn([
    ["Name", "Price", "Zdj", "Etc"],
    ["Road Cap", "9.00", "cap.jpg", "etc.jpg"],
  ]);
  expect((await pictureCountsOf(db, id, 20)).named).toBe(0);
  await settleImport(shop, dana, id, { mapping: ["name", "price", null, "picture"] });
  await settleImport(shop, dana, id, { mapping: ["name", "price", "picture", null] });
  expect((await pictureCountsOf(db, id, 20)).named).toBe(1);
  const [row] = await rowsOf(db, id, { states: ["new"], most: 1 });
  expect(row?.product?.missingPictures).toBe(1);
});

test("pictures that are stored already get their alternative text from the column that a member maps to it later", async () => {
  const id = await readIn([
    ["Name", "Price", "Pic", "Alt", "Note"],
    ["Road Cap", "9.00", "cap.jpg", "old words", "a black cap"],
  ]);
  await settleImport(shop, dana, id, { mapping: ["name", "price", "picture", "pictureWords", null] });
  await db
    .update(importPictures)
    .set({ state: "stored", path: "/pictures/cap" })
    .where(eq(importPictures.importId, id));
  await settleImport(shop, dana, id, { mapping: ["name", "price", "picture", null, "pictureWords"] });
  const stored = await db.select().from(importPictures).where(eq(importPictures.importId, id));
  expect(stored.map(({ alt, state }) => [alt, state])).toEqual([["a black cap", "stored"]]);
});

test("a file without a column that identifies products still reports its number of rows", async () => {
  const id = await readIn([["Tuote"], ["Takki"], ["Hattu"]]);
  expect((await entryOf(id)).counts.rows).toBe(2);
});

test("the handle null means no handle", async () => {
  const id = await readIn([
    ["Handle", "Name", "Price"],
    ["null", "Null One", "9.00"],
    ["null", "Null Two", "9.00"],
  ]);
  expect((await entryOf(id)).counts).toMatchObject({ products: 2, bad: 0 });
});

describe("Squarespace's export", () => {
  const HEAD =
    "Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Price,Sale Price,On Sale,Stock,Categories,Tags,Weight,Visible,Hosted Image URLs".split(
      ",",
    );
  const row = (said: Record<string, string>) => HEAD.map((head) => said[head] ?? "");
  const tee = {
    "Product URL": "ridge-tee",
    Title: "Ridge Tee",
    Description: "<p>Soft &amp; light.</p>",
    Visible: "Yes",
    "Hosted Image URLs": "https://images.example/a.jpg https://images.example/b.jpg",
  };

  test("names a product in its first row only; the next rows are its sizes, and an inactive sale is ignored", async () => {
    const size = (SKU: string, value: string, more: Record<string, string> = {}) => ({
      SKU,
      "Option Name 1": "Size",
      "Option Value 1": value,
      Price: "24.00",
      "Sale Price": "12.00",
      "On Sale": "No",
      ...more,
    });
    const id = await readIn([
      HEAD,
      row({ ...tee, ...size("SQ-S", "S", { Stock: "3" }) }),
      row(size("SQ-M", "M", { Stock: "Unlimited", "On Sale": "Yes" })),
      row({
        "Product URL": "shop/ridge-mug",
        Title: "Ridge Mug",
        SKU: "SQ-MUG",
        Price: "9.00",
        Stock: "0",
        Visible: "No",
      }),
    ]);
    await settleImport(shop, dana, id, { takesStock: true });
    expect((await entryOf(id)).counts).toMatchObject({ products: 2, bad: 0 });
    expect((await pictureCountsOf(db, id, 20)).named).toBe(2);
    await applyImport(shop, dana, { id });
    expect(await soldAs("Ridge Tee")).toMatchObject({
      handle: "ridge-tee",
      description: "Soft & light.",
      variants: [
        ["S", "default", 2400, "SQ-S"],
        ["M", "default", 2400, "SQ-M"],
      ],
      stock: [3, null],
      sales: [0, 1200],
    });
    expect(await soldAs("Ridge Mug")).toMatchObject({ handle: "ridge-mug", stock: [0] });
  });
});
