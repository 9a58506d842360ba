import type { ChannelType } from "@rostrum/contract/channels.ts";
import { MENTIONS } from "@rostrum/contract/mentions.ts";
import type { Person } from "../../networks/connectors/connector.ts";

/** What readers of a post get to read, and on which networks. */
export interface RecentText {
  readonly body: string;
  /** In its place on some networks. */
  readonly captions: Readonly<Partial<Record<ChannelType, { readonly text: string }>>> | null;
  readonly comment: string | null;
  readonly types: readonly ChannelType[];
}

/** As many as are suggested for a network. */
const PEOPLE_MAX = 8;

/** Whom the texts mention on a network and whose handle or name begins so, the latest first. */
export function mentionedIn(
  texts: readonly RecentText[],
  { type, beginning }: { readonly type: ChannelType; readonly beginning: string },
): Person[] {
  const source = MENTIONS[type];
  if (source === null) return [];
  const pattern = new RegExp(source, "giu");
  const read = texts
    .filter(({ types }) => types.includes(type))
    .flatMap(({ body, captions, comment }) => [captions?.[type]?.text ?? body, comment ?? ""]);
  // What goes on with a host is a name of another network.
  const handles = read.flatMap((text) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, index }) => (text[index + whole.length] === "@" ? [] : whole)),
  );
  const people = handles.map((handle) => ({ handle, name: /^@\[(.+)\]/.exec(handle)?.[1] ?? handle }));
  return distinct(people.filter(({ name }) => beginsWith(name, beginning))).slice(0, PEOPLE_MAX);
}

/** Those whom the brand has mentioned before, by the name that the network tells, then the others. */
export function merged(before: readonly Person[], found: readonly Person[]): Person[] {
  const named = before.map((person) => found.find((other) => isSame(person, other)) ?? person);
  return distinct([...named, ...found]).slice(0, PEOPLE_MAX);
}

function distinct(people: readonly Person[]): Person[] {
  return people.filter((person, place) => people.findIndex((other) => isSame(person, other)) === place);
}

function isSame(one: Person, other: Person): boolean {
  return one.handle.toLowerCase() === other.handle.toLowerCase();
}

function beginsWith(name: string, beginning: string): boolean {
  const plain = (text: string) => text.replace(/^@/, "").toLowerCase();
  return plain(name).startsWith(plain(beginning.trim()));
}
