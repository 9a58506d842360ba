import type { PostType } from "@rostrum/contract/posts.ts";
import { NETWORKS } from "../abilities/words.ts";
import { EXAMPLES } from "./examples.ts";
import type { Outcome } from "./publish.ts";

/** The table with a row for each network, and below it the sentences that are too long for its cells. */
export function present(outcomes: readonly Outcome[]): string {
  const notes = new Notes();
  const kinds = EXAMPLES.map(({ kind }) => kind);
  const rows = NETWORKS.map((network) => {
    const cells = kinds.map((kind) =>
      outcomes.filter((one) => one.network === network && one.kind === kind).map((one) => cellOf(one, notes)),
    );
    return line([network, ...cells.flat()]);
  });
  const table = [line(["network", ...kinds]), `|${"---|".repeat(kinds.length + 1)}`, ...rows].join("\n");
  return [table, ...notes.list()].join("\n\n");
}

const TYPES: Readonly<Record<PostType, string>> = {
  TEXT: "a text",
  IMAGE: "a picture",
  VIDEO: "a video",
  MULTIMEDIA: "pictures and videos",
  SHORT: "a short",
  DOCUMENT: "a document",
  THREAD: "a thread",
  SLIDES: "a carousel",
  REEL: "a reel",
  TIKTOK: "a TikTok video",
  STORY: "a story",
  POLL: "a poll",
  ENGAGE_COMMENT: "a comment",
};

const ENDINGS: Readonly<Record<string, string>> = { SENT: "handed over", SKIPPED: "skipped", FAILED: "failed" };

/** Longer words stand below the table. */
const WORDS_LENGTH_MAX = 40;

function cellOf({ network, entry }: Outcome, notes: Notes): string {
  const { status, message, postType } = entry;
  if (status === "PUBLISHED") return `as ${TYPES[postType]}${message === null ? "" : ` (${notes.number(message)})`}`;
  const ending = ENDINGS[status] ?? status;
  if (message === null) return ending;
  const words = message.replace(`${network} `, "").replace(/\.$/, "");
  return words.length > WORDS_LENGTH_MAX ? `${ending} (${notes.number(message)})` : `${ending}: ${words}`;
}

/** Sentences in the order in which cells refer to them, each once. */
class Notes {
  readonly #sentences: string[] = [];

  number(sentence: string): number {
    const known = this.#sentences.indexOf(sentence);
    return known === -1 ? this.#sentences.push(sentence) : known + 1;
  }

  /** Empty, or the one block of Markdown. */
  list(): string[] {
    return this.#sentences.length === 0 ? [] : [this.#sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join("\n")];
  }
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
