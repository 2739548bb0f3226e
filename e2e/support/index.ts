// Exports the functions that many tests use. Tests import functions for one page, such as the bag, directly from that page's
// file.
export * from "./axe";
export * from "./browser";
export * from "./database";
export * from "./letters";
export * from "./products";
export * from "./screens";
