/** Unambiguous column names in other languages, in lower case, by field. */
export const namesInOtherLanguages = {
  name: "artikel, artikelname, artikelbezeichnung, bezeichnung, produktname, produkt, nom, nom du produit, désignation, produit, article, nombre, nombre del producto, producto, artículo, nome, nome prodotto, nome del prodotto, prodotto, articolo, naam, productnaam, nome do produto, produto, nazwa, nazwa produktu, namn, produktnamn",
  description: "beschreibung, descripción, descrizione, omschrijving, beschrijving, descrição, opis, beskrivning",
  category:
    "kategorie, kategorien, warengruppe, catégorie, catégories, categoría, categorías, categoria, categorie, categorieën, categorias, kategorier",
  color: "farbe, couleur, coloris, colore, kleur, cor, kolor, färg",
  size: "größe, grösse, groesse, taille, pointure, talla, taglia, maat, tamanho, rozmiar, storlek",
  sku: "artikelnummer, artikelnr, artikelnr., artikel-nr., art.-nr., art.nr., bestellnummer, ugs, référence, referencia, referência, codice, codice articolo, codice prodotto",
  barcode:
    "strichcode, ean-code, gtin/ean, ean/gtin, code-barres, code barre, código de barras, codice a barre, kod kreskowy, streckkod",
  price:
    "preis, verkaufspreis, regulärer preis, vk, vk-preis, prix, prix de vente, tarif, tarif régulier, precio, precio de venta, precio normal, prezzo, prezzo di vendita, prezzo di listino, prijs, verkoopprijs, preço, preço de venda, cena, pris, ordinarie pris",
  salePrice:
    "angebotspreis, aktionspreis, prix promo, tarif promo, precio rebajado, precio de oferta, prezzo in offerta, prezzo scontato, actieprijs, preço promocional, cena promocyjna, reapris",
  cost: "einkaufspreis, ek, ek-preis, prix d'achat, precio de coste, precio de compra, prezzo di acquisto, inkoopprijs, preço de custo, cena zakupu, inköpspris",
  stock:
    "lager, bestand, lagerbestand, menge, quantité, existencias, inventario, cantidad, giacenza, magazzino, quantità, voorraad, aantal, estoque, quantidade, stan magazynowy, lagersaldo",
  shelf: "lagerplatz, regal, emplacement, ubicación, ubicazione, locatie",
  weight: "gewicht (g), gewicht in g, poids (g), peso (g), waga (g), vikt (g)",
  picture:
    "bild, bilder, bild-url, photo, photos, imagen, imágenes, immagine, immagini, afbeelding, afbeeldingen, imagem, imagens, obrazek, obrazki",
} as const;
