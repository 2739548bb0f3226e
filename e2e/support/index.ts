// Exports the functions that many tests use. Functions for the tests of one page are imported from the file of this folder that is
// named after the page.
export * from "./axe";
export * from "./browser";
export * from "./database";
export * from "./letters";
export * from "./products";
export * from "./screens";
