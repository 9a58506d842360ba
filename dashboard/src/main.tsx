import { loadLanguage } from "./language/language.ts";

// What the contract calculates with dates needs Temporal, which some browsers do not have yet.
await Promise.all([loadLanguage(), "Temporal" in globalThis ? null : import("temporal-polyfill/global")]);
// Every module with words reads them when it is loaded: the language has to be there before.
const { start } = await import("./start.tsx");
start();
