import { attributeOf, type Element } from "./element.ts";

/** RFC 4287, 4.2.7.2: without a relation it is `alternate`; a relation may be written as an address of the registry. */
export function relationOf(link: Element): string {
  const relation = attributeOf(link, "rel")?.trim().toLowerCase() ?? "";
  return relation === "" ? "alternate" : relation.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, "");
}

/** Whether the link leads to the page of what it is in. */
export function isPage(link: Element): boolean {
  return relationOf(link) === "alternate";
}

/** Whether the link leads to a file. */
export function isEnclosure(link: Element): boolean {
  return relationOf(link) === "enclosure";
}
