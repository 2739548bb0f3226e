import { Form } from "react-router";
import { FormMessage } from "../../forms/form-message";
import { useShown } from "../../forms/use-unsaved";
import { WorkshopForm } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";
import type { letterExample } from "./letter-look.server";

export type LetterExample = NonNullable<Awaited<ReturnType<typeof letterExample>>>;

interface LookProps {
  /** Address of the letter's page in the back office. */
  here: string;
  name: string;
  /** Version of the saved draft; the preview is reloaded when it changes. */
  version: number;
  isDraft: boolean;
  letter: LetterExample;
}

/** Preview of the letter with its saved draft. */
export function LetterLook({ here, name, version, isDraft, letter }: LookProps) {
  const { typed, which, about, isUnknown } = letter;
  const search = new URLSearchParams({ order: typed, which }).toString();
  const src = `/back-office${here.replace(/^\/words\//, "/words/look/")}?${search}`;
  return (
    <section className="look" aria-label="How it looks">
      <div className="look__bar">
        <h2>How it looks</h2>
        <a className="link" href={`${src}&part=text`} target="_blank" rel="noopener">
          As plain text
        </a>
      </div>
      <LookFields letter={letter} />
      <div className="look__page look__page--letter">
        <iframe
          key={`${version} ${search}`}
          src={src}
          title={`${name}, as it would be`}
          tabIndex={-1}
          sandbox="allow-same-origin"
          loading="lazy"
        />
      </div>
      <p className="look__note" id="look-about">
        {isUnknown ? "No order has this number. " : ""}
        {isUnknown ? "About an invented order" : about}
        {isDraft ? ", with the saved draft." : ", as it is in use."}
      </p>
    </section>
  );
}

/** Fields for the example order and the case; they belong to `LookForm` and not to the form of the texts around them. */
const LookFields = ({ letter: { typed, which, cases } }: Pick<LookProps, "letter">) => (
  <div className="look__at">
    <label className="label" htmlFor="look-order">
      Order
    </label>
    <span className="look__day">
      <input
        className="input"
        id="look-order"
        name="order"
        form="look"
        defaultValue={typed}
        placeholder="The latest"
        inputMode="numeric"
        autoComplete="off"
        aria-describedby="look-about"
      />
    </span>
    {cases.length > 0 && (
      <select className="input look__case" aria-label="Case" name="which" form="look" defaultValue={which}>
        {cases.map((each) => (
          <option key={each.which} value={each.which}>
            {each.name}
          </option>
        ))}
      </select>
    )}
    <button className="btn" form="look">
      Show
    </button>
  </div>
);

/** List of the chips of a letter, each with its example value. */
export const LetterChips = ({ chips }: Pick<LetterExample, "chips">) => (
  <Section title="In braces" note="filled when the letter is sent">
    <dl className="letter__chips">
      {chips.map(({ name, value }) => (
        <div key={name}>
          <dt>{`{${name}}`}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p className="small dust">
      Settings may stand there too, such as {"{shopName}"}. Sums, lines, codes, addresses and the way out of a list are
      part of the letter and always there.
    </p>
  </Section>
);

interface TestProps {
  here: string;
  submission: string;
  letter: LetterExample;
}

/** Form that sends a test of the letter to the signed-in member only. */
export function TestOfLetter({ here, submission, letter }: TestProps) {
  const sent = useShown<{ said: string }>();
  return (
    <Section title="Send it to yourself" note="with the saved draft">
      <p className="letter__to">{`It goes to ${letter.email}, and to nobody else.`}</p>
      <FormMessage of={["test"]} />
      {sent && <p role="status">{sent.said}</p>}
      <WorkshopForm
        name="test"
        action={here}
        submission={submission}
        opened={{ order: letter.typed, which: letter.which }}
        isBare
      >
        <Button>Send it to me</Button>
      </WorkshopForm>
    </Section>
  );
}

/** Form that chooses the order and the case for the preview; its fields are elsewhere on the page. */
export const LookForm = ({ here }: { here: string }) => <Form id="look" action={here} preventScrollReset />;
