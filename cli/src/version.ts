/**
 * The version of the package, checked by `rows.test.ts`. A constant, because reading package.json would slow down every start.
 */
export const VERSION = "0.2.0";
