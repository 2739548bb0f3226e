// What of React and React Router this program never uses, and so leaves out of what a browser loads (docs/decisions/0015).
import { specialize } from "./specialize.mjs";

const nothing = (...names) => Object.fromEntries(names.map((name) => [name, "void 0"]));

/** React's renderer: no page renders or calls these. Whoever renders one of them gets React's error for an unknown component. */
export const REACT_DOM = {
  // <Profiler>, <SuspenseList>, <ViewTransition>, <Activity> and three that only React's own builds have.
  tags: [12, 19, 21, 23, 25, 30, 31],
  cases: [
    "REACT_ACTIVITY_TYPE",
    "REACT_PROFILER_TYPE",
    "REACT_SUSPENSE_LIST_TYPE",
    "REACT_LEGACY_HIDDEN_TYPE",
    "REACT_VIEW_TRANSITION_TYPE",
  ],
  names: { shouldStartViewTransition: "false", canUseDOM: "true", injectedHook: "null" },
  calls: {
    // Refs of fragments, custom elements.
    isFragmentInstanceParent: "false",
    isCustomElement: "false",
    // Style sheets, styles and scripts that React loads, and pictures that it waits for.
    getResource: "null",
    acquireResource: "null",
    suspendResource: "void 0",
    preloadResourceAndSuspendIfNeeded: "void 0",
    preloadInstanceAndSuspendIfNeeded: "void 0",
    accumulateSuspenseyCommitOnFiber: "void 0",
    waitForCommitToBeReady: "null",
    // Forms whose action is a function.
    extractEvents$1: "void 0",
    // The stack of components, which only handlers of errors ask for.
    getStackByFiberInDevAndProd: '""',
    ...nothing(
      "trackEnterViewTransitions",
      "commitEnterViewTransitions",
      "commitExitViewTransitions",
      "commitNestedViewTransitions",
      "commitAppearingPairViewTransitions",
      "commitDeletedPairViewTransitions",
      "restoreEnterOrExitViewTransitions",
      "restoreNestedViewTransitions",
      "measureNestedViewTransitions",
      "restorePairedViewTransitions",
    ),
  },
  values: [
    "prefetchDNS",
    "preconnect",
    "preload",
    "preloadModule",
    "preinitScript",
    "preinitStyle",
    "preinitModuleScript",
    "requestFormReset",
    "mountActionState",
    "updateActionState",
    "rerenderActionState",
    "useHostTransitionStatus",
    "useMemoCache",
  ],
  // Thrown as signs and compared, never shown. For an error, a browser that is measured reads all of the file anew to find its place.
  initials: Object.fromEntries(
    [
      "HydrationMismatchException",
      "SelectiveHydrationException",
      "SuspenseException",
      "SuspenseyCommitException",
      "SuspenseActionException",
    ].map((name) => [name, "{}"]),
  ),
  statements: [
    /^FragmentInstance\.prototype\./,
    /^ReactDOMHydrationRoot\.prototype\.unstable_/,
    /^if \("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__\)/,
  ],
};

const ASSERTS = { asserts: ["invariant"] };
const WARNS = { calls: nothing("warning") };

/** Files of React Router, and how this program uses it: pages rendered by the server, all routes known at the start. */
export const REACT_ROUTER = {
  "lib/router/router.js": {
    asserts: ["invariant"],
    names: {
      isFogOfWar: "false",
      pendingViewTransitionEnabled: "false",
      initialMatchesIsFOW: "false",
      instrumentationResultMetaReceiver: "void 0",
    },
    members: {
      "init.instrumentations": "void 0",
      "init.patchRoutesOnNavigation": "void 0",
      "fogOfWar.active": "false",
      "future.unstable_routePatternMatching": "false",
      "dataRoutes.hasHMRRoutes": "false",
      "opts.instrumentationNavigateMetaReceiver": "void 0",
      "opts?.instrumentationNavigateMetaReceiver": "void 0",
    },
    calls: {
      ...nothing("warning", "consumeInstrumentationClientResultMetaReceiver"),
      ...nothing("restoreAppliedTransitions", "persistAppliedTransitions"),
      checkFogOfWar: "{ active: false }",
    },
    values: ["_internalSetRoutes", "patchRoutes"],
  },
  "lib/router/utils.js": { ...ASSERTS, ...WARNS },
  "lib/router/history.js": { ...ASSERTS, ...WARNS },
  "lib/hooks.js": { ...ASSERTS, ...WARNS },
  "lib/dom/dom.js": WARNS,
  "lib/dom/lib.js": {
    asserts: ["invariant"],
    calls: { ...nothing("warning"), useViewTransitionState: "false" },
    members: { "remixContext.isSpaMode": "false" },
    names: { useTransitions: "void 0" },
  },
  "lib/components.js": {
    asserts: ["invariant"],
    names: {
      useTransitions: "void 0",
      isViewTransitionAvailable: "false",
      renderDfd: "void 0",
      pendingState: "void 0",
      interruption: "void 0",
    },
    calls: { ...nothing("warning", "warnOnce"), useIsRSCRouterContext: "false", useOptimistic: "[_state]" },
  },
  "lib/dom/ssr/components.js": {
    asserts: ["invariant"],
    names: { isSpaMode: "false", isRSCRouterContext: "false" },
    calls: { ...nothing("warnOnce"), useIsRSCRouterContext: "false", isFogOfWarEnabled: "false" },
  },
  "lib/dom/ssr/routes.js": {
    asserts: ["invariant"],
    names: { isSpaMode: "false", ssr: "true", needsRevalidation: "void 0" },
  },
  "lib/dom/ssr/single-fetch.js": { asserts: ["invariant"], names: { ssr: "true" } },
  "lib/dom/ssr/hydration.js": { names: { isSpaMode: "false" } },
  "lib/dom-export/hydrated-router.js": {
    asserts: ["UNSAFE_invariant"],
    members: { "ssrInfo.context.isSpaMode": "false", "ssrInfo.context.ssr": "true" },
    // The third forgets an error above all pages once the address changes, and for that renders all links once more at every step.
    calls: nothing("UNSAFE_getPatchRoutesOnNavigationFunction", "UNSAFE_useFogOFWarDiscovery", "setLocation"),
    statements: [/^router\.createRoutesForHMR/, /^if \(window\.__reactRouterManifest\.sri/],
  },
};

/** What is left out of the browser's React, by the names under which a module would import it. */
const LEFT_OUT = new Set(
  [
    "Activity Profiler SuspenseList unstable_SuspenseList ViewTransition addTransitionType",
    "useActionState useFormState useFormStatus requestFormReset",
    "preconnect prefetchDNS preinit preinitModule preload preloadModule",
  ].flatMap((names) => names.split(" ")),
);

/** The facts about a file of React or React Router, or `undefined`. Refuses what may use something that is left out. */
export function factsOf(id, code) {
  const file = id.split("?")[0];
  if (file.endsWith("/react-dom/cjs/react-dom-client.production.js")) return REACT_DOM;
  const routerFile = file.split("/react-router/dist/production/")[1];
  if (routerFile) return REACT_ROUTER[routerFile];
  if (/\/node_modules\/react(?:-dom)?\//.test(file)) return undefined;
  const missing = importedFromReact(code).find((name) => LEFT_OUT.has(name));
  if (missing) throw new Error(`${file} uses React's ${missing}, which scripts/lean-framework.mjs leaves out.`);
  return undefined;
}

function importedFromReact(code) {
  const lists = [...code.matchAll(/import\s[^;{]*\{([^}]*)\}\s*from\s*["'](?:react|react-dom)["']/g)];
  const members = [...code.matchAll(/\bReact(?:DOM)?(?:\$\d+)?\.(\w+)/g)];
  return [
    ...lists.flatMap(([, list]) => list.split(",").map((each) => each.trim().split(/\s+as\s+/)[0])),
    ...members.map(([, name]) => name),
  ];
}

/** A plugin that leaves out of the browser's React and React Router what this program never uses. */
export const leanFramework = () => ({
  name: "lean-framework",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform(code, id) {
    if (id.includes("/react/compiler-runtime")) throw new Error("Compiled components need what is left out of React.");
    const facts = factsOf(id, code);
    return facts && { code: specialize(code, facts), map: null };
  },
});
