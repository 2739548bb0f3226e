import { byName } from "~/platform/by-name";
import { plain } from "./columns";

/**
 * Translated column names of WooCommerce by the English name: German, French, Spanish, Italian, Dutch, Portuguese, Polish and
 * Swedish.
 */
const TRANSLATED = byName<string[]>({
  id: ["identyfikator"],
  type: ["typ", "tipo"],
  sku: ["artikelnummer", "ugs", "ref", "cod"],
  name: ["nom", "nombre", "nome", "naam", "nazwa", "namn"],
  published: [
    "veröffentlicht",
    "publié",
    "publicado",
    "pubblicato",
    "gepubliceerd",
    "opublikowano",
    "opublikowany",
    "publicerad",
  ],
  "short description": [
    "kurzbeschreibung",
    "description courte",
    "descripción corta",
    "breve descrizione",
    "korte omschrijving",
    "korte beschrijving",
    "descrição curta",
    "krótki opis",
    "kort beskrivning",
  ],
  description: [
    "beschreibung",
    "descripción",
    "descrizione",
    "omschrijving",
    "beschrijving",
    "descrição",
    "opis",
    "beskrivning",
  ],
  "in stock?": [
    "vorrätig?",
    "en stock?",
    "¿existencias?",
    "¿hay existencias?",
    "¿en inventario?",
    "op voorraad?",
    "em estoque?",
    "em stock?",
    "w magazynie?",
    "na stanie?",
    "i lager?",
  ],
  stock: [
    "lager",
    "bestand",
    "lagerbestand",
    "inventario",
    "existencias",
    "magazzino",
    "voorraad",
    "estoque",
    "stan magazynowy",
    "lagersaldo",
  ],
  "sale price": [
    "angebotspreis",
    "tarif promo",
    "precio rebajado",
    "prezzo in offerta",
    "actieprijs",
    "preço promocional",
    "cena promocyjna",
    "reapris",
  ],
  "regular price": [
    "regulärer preis",
    "tarif régulier",
    "precio normal",
    "prezzo di listino",
    "reguliere prijs",
    "preço",
    "preço normal",
    "cena",
    "cena regularna",
    "ordinarie pris",
  ],
  categories: [
    "kategorien",
    "catégories",
    "categorías",
    "categorie",
    "categorieën",
    "categorias",
    "kategorie",
    "kategorier",
  ],
  images: ["bilder", "imágenes", "immagini", "immagine", "afbeeldingen", "imagens", "obrazki"],
  parent: [
    "übergeordnetes produkt",
    "übergeordnet",
    "superior",
    "genitore",
    "hoofd",
    "ascendente",
    "produto ascendente",
    "element nadrzędny",
    "nadrzędny",
    "överordnad",
  ],
  "visibility in catalog": [
    "sichtbarkeit im katalog",
    "visibilité dans le catalogue",
    "visibilidad en el catálogo",
    "visibilità nel catalogo",
    "zichtbaarheid in catalogus",
    "visibilidade no catálogo",
    "widoczność w katalogu",
    "synlighet i katalog",
  ],
  "backorders allowed?": [
    "lieferrückstände erlaubt?",
    "lieferrückstand möglich?",
    "rückstand erlaubt?",
    "rückstellungen erlaubt?",
    "autoriser les commandes de produits en rupture?",
    "commandes en rupture autorisées?",
    "¿permitir reservas de productos agotados?",
    "¿permitir reservas?",
    "gli arretrati sono permessi?",
    "ordini arretrati permessi?",
    "nabestellingen toestaan?",
    "nabestelling toegestaan?",
    "permitir encomendas?",
    "são permitidas encomendas?",
    "dozwolone zamówienia oczekujące?",
    "zamówienia na dostawę dozwolone?",
    "tillåt restorder?",
    "restordrar tillåtna?",
  ],
  "gtin, upc, ean, or isbn": [
    "gtin, upc, ean oder isbn",
    "gtin, upc, ean ou isbn",
    "gtin, upc, ean, ou isbn",
    "gtin, upc, ean o isbn",
    "gtin, upc, ean, o isbn",
    "gtin, upc, ean of isbn",
    "gtin, upc, ean lub isbn",
    "gtin, upc, ean eller isbn",
  ],
});
const english = new Map(Object.entries(TRANSLATED).flatMap(([name, others]) => others.map((other) => [other, name])));

/** Pattern of a sale's date columns, whose names are sentences that differ between releases. */
const DATE = /^(\p{L}*dat(a|e|um)|d[ií]a)\b/u;
const STARTS = /beginn|début|empieza|inizi|start|começa|início|rozpocz|börjar/;
const ENDS = /ende|\bfin\b|termina|fine|eind|término|zakończ|upphör|slutar/;
const ATTRIBUTE = /attribut|atribut|atrybut|eigenschap/;
const NAME = /(^|[^\p{L}])(name|nom|nombre|nome|naam|nazwa|namn)([^\p{L}]|$)/u;
const VALUES = /wert|valeur|valor|valore|valuta|waarde|warto|värde/;
const VISIBLE = /visib|sichtbar|zichtba|widocz|synlig/;
/** Pattern of further columns of an attribute, such as its default value. */
const OF_ATTRIBUTE = /standard|défaut|defecto|padrão|domyśl|predefinit|glob/;
const WEIGHT = /^(?:gewicht|poids|peso|waga|vikt) \((.*)\)$/;
const META = /^(?:méta|meta|pola|metadane) ?: ?/;

function englishName(head: string): string | undefined {
  const name = plain(head).replaceAll("\u2019", "'").replace(/ \?$/, "?");
  const known = english.get(name);
  if (known !== undefined) return known;
  const unit = WEIGHT.exec(name)?.[1];
  if (unit !== undefined) return `weight (${unit})`;
  if (META.test(name)) return name.replace(META, "meta: ");
  const number = /\d+/.exec(name)?.[0];
  if (number !== undefined && ATTRIBUTE.test(name) && VISIBLE.test(name)) return `attribute ${number} visible`;
  if (number !== undefined && ATTRIBUTE.test(name) && !OF_ATTRIBUTE.test(name)) {
    if (VALUES.test(name)) return `attribute ${number} value(s)`;
    if (NAME.test(name)) return `attribute ${number} name`;
  }
  if (!DATE.test(name)) return undefined;
  return STARTS.test(name) ? "date sale price starts" : ENDS.test(name) ? "date sale price ends" : undefined;
}

/** Column names of a WooCommerce export, translated to English where known; each English name is used once. */
export function inEnglish(headers: string[]): string[] {
  const taken = new Set(headers.map(plain));
  return headers.map((header) => {
    const name = englishName(header);
    if (name === undefined || taken.has(name)) return header;
    taken.add(name);
    return name;
  });
}
