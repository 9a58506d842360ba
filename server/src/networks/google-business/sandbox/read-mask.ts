import type { Asked } from "./caller.ts";
import { badArgument } from "./refusals.ts";

/** The fields of a location. https://mybusinessbusinessinformation.googleapis.com/$discovery/rest?version=v1 (2026-09) */
const FIELDS = [
  "adWordsLocationExtensions",
  "categories",
  "labels",
  "languageCode",
  "latlng",
  "metadata",
  "moreHours",
  "name",
  "openInfo",
  "phoneNumbers",
  "profile",
  "regularHours",
  "relationshipData",
  "serviceArea",
  "serviceItems",
  "specialHours",
  "storeCode",
  "storefrontAddress",
  "title",
  "websiteUri",
];

/** The paths that the call asks for. Without any it is refused. */
export function readMask({ query }: Pick<Asked, "query">): readonly string[] {
  const paths = (query.get("readMask") ?? "").split(",").map((path) => path.trim());
  if (paths.some((path) => !FIELDS.includes(path.split(".")[0] ?? ""))) throw badArgument("read_mask", "Invalid field mask provided");
  return paths;
}

/** What the paths name: whole fields, or fields within them. */
export function fieldsOf(whole: Readonly<Record<string, unknown>>, paths: readonly string[]): Record<string, unknown> {
  const picked = Object.entries(whole).flatMap(([name, value]) => {
    if (paths.includes(name)) return [[name, value] as const];
    const within = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    if (within.length === 0 || typeof value !== "object" || value === null) return [];
    return [[name, fieldsOf({ ...value }, within)] as const];
  });
  return Object.fromEntries(picked);
}
