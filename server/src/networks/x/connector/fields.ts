import type { Server } from "../../connectors/api.ts";
import { type Answer, ask, type Refusal } from "./api.ts";
import { FIRST_SPELLING } from "./unverified.ts";

/** X is renaming the fields of posts; both spellings are read, but a request takes one. */
export type Spelling = "tweet" | "post";

/** A question about posts in each spelling. */
export interface PostsQuestion {
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly fields: Readonly<Record<Spelling, string>>;
  /** What the new spelling has only as an expansion. */
  readonly expansions?: string;
}

/** What each address took last: X changes for all accounts at once, and a wrong guess costs a request. */
const taken = new Map<string, Spelling>();

/** Asks in one spelling and, if X does not know it, in the other. */
export async function askPosts(server: Server, question: PostsQuestion, stored: Spelling | null): Promise<Answer> {
  const base = server.reach.host("api");
  const first = taken.get(base) ?? stored ?? FIRST_SPELLING;
  const answer = await askIn(first, server, question);
  if (answer.kind !== "refused" || !isAboutFields(answer, question)) return answer;
  const other = first === "tweet" ? "post" : "tweet";
  const second = await askIn(other, server, question);
  if (second.kind === "ok") taken.set(base, other);
  return second;
}

/** The spelling in effect at an address. */
export function spellingAt(base: string): Spelling {
  return taken.get(base) ?? FIRST_SPELLING;
}

function askIn(spelling: Spelling, server: Server, { path, query, fields, expansions }: PostsQuestion): Promise<Answer> {
  const expanded = spelling === "post" ? { expansions } : {};
  return ask(server, { method: "GET", path, query: { ...query, [`${spelling}.fields`]: fields[spelling], ...expanded } });
}

/** Whether a refusal names what is spelled differently. */
function isAboutFields({ status, problem }: Refusal, { fields }: PostsQuestion): boolean {
  if (status !== 400 || problem === null) return false;
  const said = [...problem.parameters, ...problem.messages, problem.detail].join(" ");
  const differing = [...fields.tweet.split(","), ...fields.post.split(",")].filter((name) => /tweet|post/.test(name));
  return ["tweet.fields", "post.fields", "expansions", ...differing].some((name) => said.includes(name));
}
