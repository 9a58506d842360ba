import { readAttributes } from "./attributes.ts";
import { decodeXml } from "./characters.ts";
import { FIELD_LENGTH_MAX } from "./limits.ts";

/** A potentially relevant element of a feed. Its content is parsed on demand. */
export interface Element {
  /** The name that `vocabulary.ts` gives it. */
  readonly name: string;
  /** The source between the name and the end of the tag. */
  readonly attributes: string;
  /** The source between the tags. */
  content: string;
  /** Whether it contains tags, known or not. */
  isMixed: boolean;
  /** Child elements by name, if they can be relevant. */
  children: Map<string, Element[]> | null;
  /** Cached result of `textOf`. */
  text: string | null;
}

/** A character reference may take ten characters. */
const RAW_LENGTH_MAX = FIELD_LENGTH_MAX * 10;

/** The text of the element, or its content as HTML if it contains tags: XHTML, or markup that was not escaped. */
export function textOf(element: Element): string {
  element.text ??= decoded(element).slice(0, FIELD_LENGTH_MAX);
  return element.text;
}

function decoded(element: Element): string {
  const raw = element.content.slice(0, RAW_LENGTH_MAX);
  return element.isMixed ? raw.replace(/<!\[CDATA\[|\]\]>/g, "") : decodeXml(raw);
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attributes === "" ? undefined : readAttributes(element.attributes).get(name);
}

export function childrenOf(element: Element, name: string): readonly Element[] {
  return element.children?.get(name) ?? NONE;
}

const NONE: readonly Element[] = [];

export function addChild(parent: Element, child: Element): void {
  parent.children ??= new Map();
  const same = parent.children.get(child.name);
  if (same === undefined) parent.children.set(child.name, [child]);
  else same.push(child);
}

/** Texts of the children with these names, in the order of the names. */
export function textsOf(element: Element, ...names: readonly string[]): string[] {
  const texts: string[] = [];
  for (const name of names) for (const child of childrenOf(element, name)) texts.push(textOf(child));
  return texts;
}
