import type { ChannelType } from "@rostrum/contract/channels.ts";
import { MENTIONS } from "@rostrum/contract/mentions.ts";
import { piecesOf } from "../../../parts/preview/marks.ts";

/** A mention that is being typed: where its @ is, and what stands between that and the cursor. */
export interface Typed {
  readonly start: number;
  readonly beginning: string;
}

const BEFORE_CURSOR = /(?<![\p{L}\p{N}_/&.@-])@([\p{L}\p{N}_][\p{L}\p{N}_.@-]{0,60})$/u;

/** The mention in which the cursor is; null outside of one, or right behind an @. */
export function typedAt(text: string, cursor: number): Typed | null {
  const match = BEFORE_CURSOR.exec(text.slice(0, cursor));
  return match === null ? null : { start: match.index, beginning: match[1] ?? "" };
}

/** With a handle in place of what was typed, and where the writing goes on: behind a space, which is added where nothing separates. */
export function withHandle(text: string, typed: Typed, handle: string): { readonly text: string; readonly cursor: number } {
  const end = typed.start + 1 + typed.beginning.length;
  const rest = text.slice(end);
  const isApart = /^[\s.,;:!?)\]]/.test(rest);
  const before = `${text.slice(0, typed.start)}${handle}${isApart ? "" : " "}`;
  return { text: before + rest, cursor: before.length };
}

/** Somebody who is suggested, and the networks on which the handle names them. */
export interface Suggestion {
  readonly handle: string;
  readonly name: string;
  readonly types: readonly ChannelType[];
}

interface Found {
  readonly type: ChannelType;
  readonly people: readonly { readonly handle: string; readonly name: string }[];
}

const SUGGESTIONS_MAX = 10;

/** In turns of each network, so that none hides the others; one handle of several networks once. */
export function suggestionsOf(found: readonly Found[]): Suggestion[] {
  const turns = Math.max(0, ...found.map(({ people }) => people.length));
  const byHandle = new Map<string, Suggestion>();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { type, people } of found) {
      const person = people[turn];
      if (person === undefined) continue;
      const key = person.handle.toLowerCase();
      const known = byHandle.get(key);
      byHandle.set(key, { ...person, ...known, types: [...(known?.types ?? []), type] });
    }
  }
  return [...byHandle.values()].slice(0, SUGGESTIONS_MAX);
}

/** Of suggestions for less than is typed by now, those that still begin so, until the new ones are there. */
export function stillMatching(suggestions: readonly Suggestion[], beginning: string): Suggestion[] {
  const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return suggestions.filter(({ handle, name }) => plain(`${handle} ${name}`).includes(plain(beginning)));
}

/** A mention that not all of a post's networks know. */
export interface PartlyKnown {
  readonly mention: string;
  readonly named: readonly ChannelType[];
  readonly plain: readonly ChannelType[];
}

/** The mentions of a text that are names on some of its networks, and plain words on others. */
export function partlyKnown(text: string, types: readonly ChannelType[]): PartlyKnown[] {
  if (!text.includes("@")) return [];
  const found = types.flatMap((type) => text.match(new RegExp(MENTIONS[type] ?? "(?!)", "giu")) ?? []);
  // The whole of a name with a host, not the part of it that other networks may take for one.
  const mentions = [...new Set(found)].filter((mention) => !found.some((other) => other !== mention && other.startsWith(`${mention}@`)));
  const inOrder = mentions.toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
  return inOrder.flatMap((mention) => {
    const named = types.filter((type) => piecesOf(text, type).some((piece, place) => place % 2 === 1 && piece === mention));
    const plain = types.filter((type) => !named.includes(type));
    return plain.length === 0 ? [] : [{ mention, named, plain }];
  });
}
