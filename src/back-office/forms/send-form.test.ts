import { redirect } from "react-router";
import { expect, test } from "vitest";
import { sendForm } from "./send-form";

/** Returns the target of a redirect that answers a form, after sendForm has rewritten it. */
const leadsTo = (location: string): Promise<string | null> =>
  sendForm({
    request: new Request("http://localhost/back-office/demo", { method: "POST", body: new URLSearchParams() }),
    serverAction: () => Promise.reject(redirect(location)),
  }).then(
    () => null,
    (answer: Response) => answer.headers.get("location"),
  );

test("sendForm removes the base path from a redirect to the screen Today, because the router would add it twice", async () => {
  expect(await leadsTo("/back-office?done=1")).toBe("/?done=1");
  expect(await leadsTo("/orders/1?done=1")).toBe("/orders/1?done=1");
  expect(await leadsTo("/")).toBe("/");
});
