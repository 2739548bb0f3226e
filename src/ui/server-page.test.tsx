import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Accordion } from "./accordion";
import { Carousel } from "./carousel";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Tabs } from "./tabs";
import { ToastProvider } from "./toast";

test("closed items of an accordion are in the server's HTML, and their headers are marked as closed", () => {
  const page = renderToString(
    <Accordion
      open="delivery"
      items={[
        { id: "delivery", title: "Delivery", content: <p>Two days.</p> },
        { id: "returns", title: "Returns", content: <p>Thirty days.</p> },
      ]}
    />,
  );

  expect(page).toContain("Thirty days.");
  expect(page.match(/aria-expanded="[a-z]+"/g)).toEqual(['aria-expanded="true"', 'aria-expanded="false"']);
});

test("all panels of tabs are in the server's HTML, and one tab is selected", () => {
  const tabs = ["25-27", "28-30"].map((value) => ({ value, label: value, panel: <p>Waist {value}</p> }));
  const page = renderToString(<Tabs label="Waist" tabs={tabs} />);

  expect(page).toMatch(/Waist.*25-27.*Waist.*28-30/s);
  expect(page.match(/aria-selected="true"/g)).toHaveLength(1);
});

test("a field refers to its error and hint with aria-describedby", () => {
  const page = renderToString(<Field id="zip" name="zip" label="ZIP" error="Invalid postal code" hint="Five digits" />);

  expect(page).toContain('aria-invalid="true"');
  expect(page).toContain('aria-describedby="zip-error zip-hint"');
  expect(page).toContain('id="zip-error"');
});

test("layers, toasts and carousels can be rendered on the server", () => {
  const page = renderToString(
    <MemoryRouter>
      <ToastProvider>
        <Carousel title="Style With" autoplay={5000}>
          <p>One</p>
          <p>Two</p>
        </Carousel>
        <Dialog title="Size Guide" trigger={<button type="button">Size Guide</button>}>
          Measures
        </Dialog>
      </ToastProvider>
    </MemoryRouter>,
  );

  expect(page).toContain('aria-label="Next, Style With"');
  expect(page).toContain("Size Guide");
});
