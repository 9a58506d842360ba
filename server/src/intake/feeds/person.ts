import { type Element, textOf, textsOf } from "./element.ts";

/** A person in RSS: `mara@site.example (Mara Voss)`, `Mara Voss <mara@site.example>`, or either alone. Absent parts are null. */
export function personOf(text: string): { readonly name: string | null; readonly address: string | null } {
  const plain = text.trim().slice(0, 1000);
  const address = plain.split(/[\s<>()"',;:]+/).find((word) => word.indexOf("@", 1) > 0 && !word.endsWith("@"));
  if (address === undefined) return { name: plain || null, address: null };
  const rest = plain
    .replace(address, "")
    .replace(/mailto:/i, "")
    .replace(/[<>()"]/g, " ")
    .trim();
  return { name: rest || null, address };
}

/** The names of a person in Atom, or else the element's text. */
export function namesOf(person: Element): string[] {
  const names = textsOf(person, "name", "atom:name");
  if (names.length > 0) return names;
  return person.isMixed ? [] : [textOf(person)];
}

/** The e-mail addresses of a person in Atom: who has no name is known by them. */
export function addressesOf(person: Element): string[] {
  return textsOf(person, "email", "atom:email");
}
