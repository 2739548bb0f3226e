import type { AccordionItem } from "~/ui/accordion";
import { linked } from "~/shop/texts/faq";
import type { PageTexts } from "~/shop/texts/page-texts";
import { isSized, materialLines } from "./data-plate-rows";
import type { ProductDetail } from "./product-detail";

/** Texts of the accordion that all products share. */
export interface SectionTexts {
  titles: { description: string; materials: string };
  faqs: PageTexts<"product">["faqs"];
}

/** Accordion of a product's page: description, materials, and the questions common to all products. */
export const sectionsOf = (product: ProductDetail, { titles, faqs }: SectionTexts): AccordionItem[] => [
  { id: "description", title: titles.description, content: <Description product={product} /> },
  { id: "materials", title: titles.materials, content: <Materials product={product} /> },
  ...faqs.map(({ _id, question, answer }) => ({
    id: `faq-${_id}`,
    title: question,
    content: <Answer text={answer} />,
  })),
];

function Description({ product }: { product: ProductDetail }) {
  const { description, details, fit } = product;
  return (
    <>
      {description
        .split(/\n+/)
        .filter(Boolean)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      {details.length > 0 && (
        <ul className="bullets">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {fit && !isSized(product) && (
        <p>
          <b>Fit:</b> {fit}
        </p>
      )}
    </>
  );
}

function Materials({ product: { materials, care, countryOfOrigin } }: { product: ProductDetail }) {
  return (
    <>
      <ul className="bullets">
        {materialLines(materials).map(({ label, value }) => (
          <li key={label + value}>
            {label && <b>{label}: </b>}
            {value}
          </li>
        ))}
      </ul>
      {care && (
        <p>
          <b>Care:</b> {care.replaceAll("\n", " ")}
        </p>
      )}
      {countryOfOrigin && (
        <p>
          <b>Made in:</b> {countryOfOrigin}
        </p>
      )}
    </>
  );
}

const Answer = ({ text }: { text: string }) => (
  <p>
    {linked(text).map((part, i) =>
      part.href ? (
        <a className="text-link" href={part.href} key={i}>
          {part.text}
        </a>
      ) : (
        part.text
      ),
    )}
  </p>
);
