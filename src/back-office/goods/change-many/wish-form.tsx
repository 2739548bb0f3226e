import { useState } from "react";
import { Form, useLoaderData } from "react-router";
import { Button } from "../../ui/button";
import { SelectField } from "../../ui/field";
import type { ManyScreen } from "./many-screen.server";
import { actNames, type ManyAct, manyActs } from "./many-acts";
import { taxKinds } from "../tax-kind-words";
import { choiceLabels } from "./change-many-words";

/** Form to choose the act and its values. It is sent by GET, so that the address contains the change. */
export function WishForm() {
  const { view, set } = useLoaderData<ManyScreen>();
  const [act, setAct] = useState<ManyAct>(view.act);
  return (
    <Form action={`/goods/many/${set}`} className="many-wish">
      <SelectField
        label="What to do"
        name="do"
        defaultValue={view.act}
        onChange={({ currentTarget }) => setAct(manyActs.find((each) => each === currentTarget.value) ?? "none")}
      >
        {view.act === "none" && <option value="none">Choose</option>}
        {manyActs.map((each) => (
          <option key={each} value={each}>
            {actNames[each]}
          </option>
        ))}
      </SelectField>
      <Choice act={act} />
      <Button>Show what it would do</Button>
    </Form>
  );
}

/** Field of the new value, for acts that need a value. */
function Choice({ act }: { act: ManyAct }) {
  const { view, choices } = useLoaderData<ManyScreen>();
  const to = act === view.act ? view.to : "";
  if (act === "marks") return <Marks />;
  if (act === "goes-with") return <HowGoesWith />;
  if (act === "kinds") return <Kinds />;
  if (act !== "category" && act !== "kind" && act !== "guide") return null;
  return (
    <SelectField key={act} label={choiceLabels[act]} name="to" defaultValue={to}>
      <option value="">Choose</option>
      {act === "guide" && <option value="none">None</option>}
      {choices[act].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Table with a tax kind for each category of the chosen goods, first the one that its other goods have. */
function Kinds() {
  const { view, categories } = useLoaderData<ManyScreen>();
  const isChosen = Object.keys(view.kinds).length > 0;
  return (
    <table className="t many-kinds">
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" className="n">
            Chosen goods
          </th>
          <th scope="col" className="n">
            Without a kind
          </th>
          <th scope="col">Tax kind</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ key, name, products, withoutKind, usual }) => (
          <tr key={key}>
            <td>{name}</td>
            <td className="n">{products.toLocaleString("en-US")}</td>
            <td className="n">{withoutKind.toLocaleString("en-US")}</td>
            <td>
              <select
                className="input input--choice"
                name="kinds"
                aria-label={`Tax kind of ${name}`}
                defaultValue={kindField(key, isChosen ? view.kinds[key] : withoutKind > 0 ? usual : undefined)}
              >
                <option value="">Stays as it is</option>
                {Object.entries(taxKinds).map(([kind, words]) => (
                  <option key={kind} value={kindField(key, kind)}>
                    {words}
                    {kind === usual && ", as its other goods"}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const kindField = (category: string, kind: string | null | undefined): string => (kind ? `${category}:${kind}` : "");

function Marks() {
  const { view, marks } = useLoaderData<ManyScreen>();
  return marks.map(({ mark, name }) => (
    <SelectField key={mark} label={name} name={mark} defaultValue={view[mark]}>
      <option value="leave">Leave as it is</option>
      <option value="yes">Yes</option>
      <option value="no">No</option>
    </SelectField>
  ));
}

function HowGoesWith() {
  const { view } = useLoaderData<ManyScreen>();
  return (
    <>
      {view.products.length > 0 && <input type="hidden" name="with" value={view.products.join(",")} />}
      <SelectField label="How" name="how" defaultValue={view.how}>
        <option value="add">Add to what they go with</option>
        <option value="replace">In place of what they go with</option>
        <option value="nothing">They go with nothing</option>
      </SelectField>
    </>
  );
}
