import { attributeOf, type Element } from "./element.ts";

/** RFC 4287, 4.2.7.2: the default relation is `alternate`; a relation may be written as a URI of the registry. */
export function relationOf(link: Element): string {
  const relation = attributeOf(link, "rel")?.trim().toLowerCase() ?? "";
  return relation === "" ? "alternate" : relation.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, "");
}

/** Whether the link leads to the page of the element it is in. */
export function isPage(link: Element): boolean {
  return relationOf(link) === "alternate";
}

/** Whether the link leads to a file. */
export function isEnclosure(link: Element): boolean {
  return relationOf(link) === "enclosure";
}
