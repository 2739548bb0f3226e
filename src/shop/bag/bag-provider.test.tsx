import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useBag } from "./bag-provider";

function Count() {
  return <b>{useBag().count}</b>;
}

test("useBag throws outside of its provider (R-8-24)", () => {
  expect(() => renderToString(<Count />)).toThrow("outside its provider");
});
