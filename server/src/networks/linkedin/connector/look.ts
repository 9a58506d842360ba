import { z } from "zod";
import { comparableLines } from "../../connectors/comparable.ts";
import type { Looked, Looking, Unread } from "../../connectors/once/visible.ts";
import { isBefore, type TheirMoment } from "../../connectors/their-clock.ts";
import { ask, encoded } from "./api.ts";
import { unreadAfter } from "./errors.ts";
import type { PostPlan } from "./plan.ts";
import type { Progress } from "./progress.ts";
import { isCutOff, shownText } from "./text.ts";
import { momentOf } from "./visible.ts";
import { addressOf, type Work } from "./work.ts";

const PAGE_LENGTH = 10;
/** LinkedIn takes about 150 posts of an author a day (unverified). */
const PAGES_MAX = 30;

const urn = z.object({ id: z.string() });
const Post = z.object({
  id: z.string().min(1),
  author: z.string().nullish(),
  createdAt: z.number().nullish(),
  publishedAt: z.number().nullish(),
  lastModifiedAt: z.number().nullish(),
  lifecycleState: z.string().nullish(),
  commentary: z.string().nullish(),
  content: z
    .object({
      media: urn.nullish(),
      multiImage: z.object({ images: z.array(urn) }).nullish(),
      poll: z.object({ question: z.string() }).nullish(),
      article: z.object({ source: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
type Post = z.output<typeof Post>;
const Page = z.object({ elements: z.array(Post) });

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01): the latest changes come first. */
export async function search(work: Work, plan: PostPlan, looking: Looking): Promise<Looked> {
  const listed = await list(work, looking);
  if (listed.kind !== "whole") return listed;
  const { posts, since } = listed;
  const name = work.progress.named();
  const named = name === null ? [] : await readNamed(work, name);
  if (!Array.isArray(named)) return named;
  const isNew = (post: Post) => !isBefore(madeAt(post) ?? since, since) && (post.author ?? work.author) === work.author;
  const wanted = wantedOf(work.progress, plan);
  if (comparableLines(shownText(plan.commentary)) === "" && posts.some((post) => isNew(post) && isBlank(post)))
    return { kind: "unread", reason: "LinkedIn lists a post of the Page without what is in it." };
  const alike = posts.filter((post) => isNew(post) && wanted(post));
  // What LinkedIn itself calls the same needs no comparison.
  const same = named.filter((post) => isNew(post) && !alike.some(({ id }) => id === post.id));
  const waiting = alike.find(({ lifecycleState }) => lifecycleState != null && lifecycleState !== "PUBLISHED");
  if (waiting !== undefined) return { kind: "underway", reason: `LinkedIn has the post in the state ${waiting.lifecycleState}.` };
  return { kind: "read", alike: [...alike, ...same].map((post) => ({ id: post.id, url: addressOf(work, post.id), at: madeAt(post) })) };
}

function madeAt({ createdAt }: Post): TheirMoment | null {
  return momentOf(createdAt);
}

interface Listed {
  readonly kind: "whole";
  readonly posts: readonly Post[];
  /** From when on it has all. */
  readonly since: TheirMoment;
}

async function list({ server, author }: Work, looking: Looking): Promise<Listed | Unread> {
  const posts: Post[] = [];
  let since: TheirMoment | null = null;
  const query = `q=author&author=${encoded(author)}&count=${PAGE_LENGTH}&sortBy=LAST_MODIFIED`;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const start = page === 0 ? "" : `&start=${page * PAGE_LENGTH}`;
    const answer = await ask(server, { method: "GET", path: `/rest/posts?${query}${start}`, restMethod: "FINDER" });
    if (answer.kind !== "ok") return unreadAfter(answer, server.reach);
    const read = Page.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    const from = looking.since(answer.headers);
    since = since !== null && isBefore(since, from) ? since : from;
    const { elements } = read.data;
    const fresh = elements.filter(({ id }) => !posts.some((post) => post.id === id));
    posts.push(...fresh);
    const last = elements.at(-1);
    const changedAt = last?.lastModifiedAt ?? last?.createdAt ?? null;
    const isPast = changedAt !== null && isBefore(momentOf(changedAt) ?? since, since);
    if (elements.length < PAGE_LENGTH || isPast) return { kind: "whole", posts, since };
    if (fresh.length === 0) return UNREADABLE;
  }
  return UNREADABLE;
}

const UNREADABLE: Unread = { kind: "unread", reason: "LinkedIn: the posts of the Page cannot be read." };

/** The post that a refusal as a duplicate named; none if it is not there: such posts need not exist. */
async function readNamed({ server }: Work, id: string): Promise<Post[] | Unread> {
  const answer = await ask(server, { method: "GET", path: `/rest/posts/${encoded(id)}` });
  if (answer.kind === "ok") return [Post.safeParse(answer.body).data].filter((post) => post !== undefined);
  return answer.kind === "refused" && [404, 410].includes(answer.status) ? [] : unreadAfter(answer, server.reach);
}

function addressIn(url: string | null | undefined): string | null {
  return url == null ? null : (URL.parse(url)?.href ?? url);
}

/** Whether a post shows nothing yet by which it could be told: it may be any that has no words. */
function isBlank({ commentary, content }: Post): boolean {
  const shown = [content?.media, content?.multiImage, content?.poll, content?.article];
  return comparableLines(commentary ?? "") === "" && shown.every((part) => part == null);
}

/** Files identify a post best; else its text does, and where there is none, what stands in its place. */
function wantedOf(progress: Progress, { commentary, images, film, document, poll, card }: PostPlan): (post: Post) => boolean {
  const name = images.length > 0 ? "image 0" : film !== null ? "video" : document !== null ? "document" : null;
  const file = name === null ? null : (progress.asset(name)?.urn ?? null);
  const text = comparableLines(shownText(commentary));
  const question = z.object({ question: z.string() }).safeParse(poll).data?.question ?? null;
  return ({ commentary: theirs, content }) => {
    const shown = content?.media?.id ?? content?.multiImage?.images[0]?.id ?? null;
    if (file !== null && shown !== null) return shown === file;
    if (question !== null && content?.poll != null && content.poll.question !== question) return false;
    // Without words, any post without words would do: a repost, or a picture that somebody posted by hand.
    if (text === "" && !(content?.poll != null && question !== null)) {
      return file === null && card !== null && addressIn(content?.article?.source) === addressIn(card.url);
    }
    const forms = [comparableLines(theirs ?? ""), comparableLines(shownText(theirs ?? ""))];
    return forms.some((form) => form === text || isCutOff(form, text));
  };
}
