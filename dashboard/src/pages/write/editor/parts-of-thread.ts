import { moved } from "../state.ts";

const BREAK = "\n\n\n";

/** The cards of a thread: its text between the places with three line breaks or more. */
export function cardsOf(text: string): string[] {
  return text.split(/(?:\r?\n){3,}/);
}

/** The text of which these are the cards. */
export function textOf(cards: readonly string[]): string {
  return cards.join(BREAK);
}

/** With another text on a card; three line breaks in it make it several. Says on which card the writing goes on. */
export function withCard(
  cards: readonly string[],
  at: number,
  text: string,
): { readonly cards: readonly string[]; readonly focus: number } {
  const parts = cardsOf(text);
  return { cards: [...cards.slice(0, at), ...parts, ...cards.slice(at + 1)], focus: at + parts.length - 1 };
}

/** Divides a card where its overhang begins, at the last space before it if there is one. */
export function splitCard(cards: readonly string[], at: number, over: number): readonly string[] {
  const points = [...(cards[at] ?? "")];
  const end = Math.max(1, points.length - over);
  const space = points.slice(0, end + 1).findLastIndex((point) => /\s/.test(point));
  const cut = space > 0 ? space : end;
  const [first, rest] = [points.slice(0, cut).join("").trimEnd(), points.slice(cut).join("").trimStart()];
  return [...cards.slice(0, at), first, rest, ...cards.slice(at + 1)];
}

export function moveCard(cards: readonly string[], from: number, to: number): readonly string[] {
  return moved(cards, from, to);
}

/** The place of each card among the parts that are published: blank ones are not. */
export function placesOf(cards: readonly string[]): readonly (number | null)[] {
  let place = 0;
  return cards.map((card) => (card.trim() === "" ? null : place++));
}

/** How cards have changed; `to`: where each of those before is now. */
interface Change {
  readonly before: readonly string[];
  readonly after: readonly string[];
  to(card: number): number;
}

/** Where a file goes that went with a part of the thread before: with its card, or with the next one above it that is published. */
export function followed({ before, after, to }: Change, part: number): number {
  const places = placesOf(after);
  const card = placesOf(before).indexOf(part);
  return card === -1 ? part : (places.slice(0, to(card) + 1).findLast((place) => place !== null) ?? 0);
}
