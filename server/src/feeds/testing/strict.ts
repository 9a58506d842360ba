import { parseFeed } from "feedsmith";

/** The parser that reads well-formed feeds alone, and nothing else of what we want to know of them: the floor of the bench. */
export function parseStrictly(text: string): void {
  parseFeed(text);
}
