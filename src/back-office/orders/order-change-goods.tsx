import { Form, Link, useSubmit } from "react-router";
import { FindBar } from "../stock/find-bar";
import { Button } from "../ui/button";
import { Tick } from "../ui/field";
import { Plate } from "../ui/plate";
import { Section } from "../ui/section";
import type { ChangePage } from "./order-change.server";
import { changePageAddress, changeParameters, GONE, lineField } from "./order-change-wish";

interface Props {
  page: ChangePage;
}

/** Search for goods to add, with its results. */
export function ChangeFound({ page: { number, text, wish, hits } }: Props) {
  return (
    <>
      <FindBar action={`/orders/${number}/change`} text={text} hidden={changeParameters(wish)} />
      {text !== "" && hits.length === 0 && <p className="calm">Nothing is called &quot;{text}&quot;.</p>}
      {hits.length > 0 && (
        <ul className="take__hits" aria-label="Found">
          {hits.map(({ id, name, choice, sku, picture, left }) => (
            <li key={id}>
              <Link
                className="thing take__hit"
                to={changePageAddress(number, {
                  ...wish,
                  added: [...wish.added, { variantId: id, quantity: 1, replaces: null, price: "" }],
                })}
                aria-label={`Add ${name}, ${choice}`}
              >
                <Plate hash={picture} />
                <span>
                  {name}
                  <span className="sub">
                    {[choice, sku, left === "No limit" ? left : `${left} left`].filter(Boolean).join(". ")}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Form with a choice for each line, and goods to add. Each choice updates the preview of the sums; without script, a button. */
export function ChangeGoods({ page }: Props) {
  const submit = useSubmit();
  const { number, wish, mayReduce, added } = page;
  return (
    <Section title="What becomes of it">
      <Form
        key={JSON.stringify(wish)}
        action={`/orders/${number}/change`}
        className="stack"
        onChange={({ currentTarget }) => void submit(currentTarget, { preventScrollReset: true, replace: true })}
      >
        <ul className="made-lines">
          {page.lines.map((line) => (
            <OwnLine key={line.position} page={page} line={line} />
          ))}
          {added.map((goods) => (
            <AddedLine key={goods.place} page={page} goods={goods} />
          ))}
        </ul>
        {mayReduce && (
          <Tick name="mistake" value="yes" defaultChecked={wish.isOurMistake}>
            It is the shop&apos;s fault: another size or color keeps the price that was paid, and free delivery stays
            free
          </Tick>
        )}
        <Tick name="delivery" value="yes" defaultChecked={wish.asksDelivery}>
          Ask the delivery fee again, by the rule of today
        </Tick>
        <div className="made-acts">
          <Button>Show what it costs</Button>
        </div>
      </Form>
    </Section>
  );
}

function OwnLine({ page: { wish, mayReduce }, line }: Props & { line: ChangePage["lines"][number] }) {
  const { position, open, name, choice, note, picture, choices } = line;
  const wished = wish.lines.find((each) => each.position === position);
  const full = [name, choice].filter(Boolean).join(", ");
  return (
    <li className="thing made-line">
      <Plate hash={picture} />
      <span className="made-line__what">
        {name}
        <span className="sub">{[choice, note].filter(Boolean).join(". ")}</span>
      </span>
      <label className="change-line__to">
        <span className="vh">{`What becomes of ${full}`}</span>
        <select
          className="input input--choice"
          name={lineField.to(position)}
          defaultValue={wished ? String(wished.to ?? GONE) : ""}
        >
          <option value="">Stays</option>
          <option value={GONE}>Is removed</option>
          {choices.length > 0 && (
            <optgroup label="Another size or color">
              {choices.map(({ id, name: variant }) => (
                <option key={id} value={id}>
                  {variant}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {open > 1 ? (
        <label className="made-line__n">
          <span className="vh">{`How many of ${full}`}</span>
          <input
            className="input input--num"
            name={lineField.pieces(position)}
            inputMode="numeric"
            defaultValue={wished?.pieces ?? open}
            maxLength={3}
          />
        </label>
      ) : null}
      {mayReduce && wished?.to != null && (
        <PriceOfOne name={lineField.price(position)} of={`what comes for ${full}`} typed={wished.price} />
      )}
    </li>
  );
}

function AddedLine({ page, goods }: Props & { goods: ChangePage["added"][number] }) {
  const { number, wish, lines, mayReduce } = page;
  const { place, variantId, name, note, picture, quantity, replaces, price } = goods;
  return (
    <li className="thing made-line">
      <Plate hash={picture} />
      <span className="made-line__what">
        {name}
        <span className="sub">{`Comes. ${note}`}</span>
      </span>
      <input type="hidden" name="v" value={variantId} />
      <label className="made-line__n">
        <span className="vh">{`Pieces of ${name}`}</span>
        <input className="input input--num" name="n" inputMode="numeric" defaultValue={quantity} maxLength={3} />
      </label>
      <label className="change-line__to">
        <span className="vh">{`In place of what ${name} comes`}</span>
        <select className="input input--choice" name="r" defaultValue={replaces === null ? "" : String(replaces)}>
          <option value="">On top of the others</option>
          {lines.map((line) => (
            <option key={line.position} value={line.position}>
              {`In place of ${[line.name, line.choice].filter(Boolean).join(", ")}`}
            </option>
          ))}
        </select>
      </label>
      {mayReduce ? <PriceOfOne name="p" of={name} typed={price} /> : <input type="hidden" name="p" value="" />}
      <Link
        className="link"
        to={changePageAddress(number, { ...wish, added: wish.added.filter((_, index) => index !== place) })}
        aria-label={`Take out ${name}`}
        preventScrollReset
      >
        Take out
      </Link>
    </li>
  );
}

const PriceOfOne = ({ name, of, typed }: { name: string; of: string; typed: string }) => (
  <label className="change-line__price small">
    <span>
      Price of one, if lower<span className="vh">{`: ${of}`}</span>
    </span>
    <input className="input input--num" name={name} inputMode="decimal" defaultValue={typed} maxLength={10} />
  </label>
);
