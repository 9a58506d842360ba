import { styleText } from "node:util";
import { cellText } from "../cells.ts";
import type { Terminal } from "../terminal.ts";

/** Whether something succeeded, failed, or is still open. */
export type Mark = "done" | "not" | "open";

const SIGNS = { done: ["✓", "green"], not: ["✗", "red"], open: ["…", "yellow"] } as const;

export function sign(mark: Mark, { colours }: Terminal): string {
  const [letter, colour] = SIGNS[mark];
  return colours ? styleText(colour, letter, { validateStream: false }) : letter;
}

export function strong(text: string, { colours }: Terminal): string {
  return colours ? styleText("bold", text, { validateStream: false }) : text;
}

/** A channel's display name: `Mastodon (Bakery)`; just the name if it already contains the network. */
export function channelName({ channel, channelType }: { readonly channel: string | null; readonly channelType: string | null }): string {
  if (channelType === null) return channel === null ? "no channel" : cellText(channel);
  return channel === null || channel.startsWith(channelType) ? cellText(channel ?? channelType) : `${channelType} (${cellText(channel)})`;
}

/**
 * `#12 “Fresh croissants”`; a post without text by its number.
 */
export function postName(postId: number, beginning: string): string {
  return beginning === "" ? `#${postId}` : `#${postId} “${cellText(beginning)}”`;
}

/** Indented lines. */
export function indented(lines: readonly string[], depth = 1): string[] {
  return lines.map((line) => `${"  ".repeat(depth)}${line}`);
}
