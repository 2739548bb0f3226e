import { lazy, Suspense, useEffect, useState } from "react";
import { Form, Link, type LoaderFunctionArgs, Outlet, useLoaderData, useNavigate, useRevalidator } from "react-router";
import { memberOf, servicesOf } from "../context";
import { ActMessage } from "../ui/act-message";
import { useCommandKey, useKeys } from "../ui/keys";
import { LeaveQuestion } from "../ui/leave-guard";
import { Notice } from "../ui/notice";
import { Shell } from "../ui/shell";
import { useUnsentFields } from "../ui/use-unsent-fields";
import { useHydrated } from "~/ui/use-hydrated";
import { usePageFocus } from "~/ui/use-page-focus";
import { workshopFrame } from "./frame.server";
import { chooseRow, focusSearch, stepRow, undoLastAct } from "./list-keys";
import { barFor, placeKeys } from "./screen-places";

const Palette = lazy(() => import("../ui/palette"));
const KeysDialog = lazy(() => import("./keys-dialog"));

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  workshopFrame(servicesOf(context), memberOf(context), request);

/**
 * Frame around every screen of a member: navigation rail, bottom bar, command palette, shortcuts, and the message after an act.
 */
export default function Frame() {
  const { shopName, shopAddress, member, places, singleKeys, done } = useLoaderData<typeof loader>();
  const [isFinding, setFinding] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isReady = useHydrated();
  const navigate = useNavigate();
  const overtaken = useUnsentFields();
  useFreshPage();
  usePageFocus();
  useCommandKey("k", () => setFinding(true));
  useKeys(
    {
      "?": () => setAsking(true),
      z: undoLastAct,
      j: () => stepRow(1),
      k: () => stepRow(-1),
      x: chooseRow,
      "/": focusSearch,
      ...Object.fromEntries(placeKeys(places).map(({ key, to }) => [`g ${key}`, () => void navigate(to)])),
    },
    singleKeys && isReady,
  );
  return (
    <>
      <Shell
        shopName={shopName}
        groups={places}
        bar={barFor(places)}
        onFind={() => setFinding(true)}
        foot={<RailFoot shopAddress={shopAddress} member={member} />}
      >
        <main className="page" id="main" tabIndex={-1}>
          {overtaken.length > 0 && (
            <Notice title="Somebody else saved this while you typed.">
              <ul>
                {overtaken.map(({ label, now }) => (
                  <li key={label}>
                    {label}: it says “{now}” now. What you typed stands in the field; saving it replaces that.
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <Outlet />
        </main>
        <LeaveQuestion />
        {done && <ActMessage key={done.key} text={done.text} undo={done.undo} loadFloat={loadFloat} />}
      </Shell>
      <Suspense>
        {isFinding && <Palette open onOpenChange={setFinding} />}
        {isAsking && <KeysDialog places={places} close={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}

const loadFloat = () => import("./float-message");

/** Loads a page's data again when the browser shows a stored page, as after Back: its forms may have been sent since. */
function useFreshPage(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void revalidate();
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [revalidate]);
}

interface RailFootProps {
  shopAddress: string;
  member: { name: string; role: string };
}

const RailFoot = ({ shopAddress, member: { name, role } }: RailFootProps) => (
  <>
    <a href={shopAddress}>See the shop</a>
    <Link to="/account">
      {name}, {role}
    </Link>
    <Form method="post" action="/sign-out">
      <button>Sign out</button>
    </Form>
  </>
);
