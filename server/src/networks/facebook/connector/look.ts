import { z } from "zod";
import { comparableLines } from "../../connectors/comparable.ts";
import type { Looked, Looking } from "../../connectors/once/visible.ts";
import { saidAt } from "../../connectors/their-clock.ts";
import { POST } from "./feed.ts";
import { readSince } from "./list.ts";
import { addressOf, type Page, read } from "./page.ts";
import type { FeedPlan } from "./plan.ts";

const Target = z.object({ target: z.object({ id: z.string().nullish() }).nullish() });
const Entry = z.object({
  id: z.string(),
  message: z.string().nullish(),
  created_time: z.string(),
  permalink_url: z.string().nullish(),
  is_published: z.boolean().nullish(),
  status_type: z.string().nullish(),
  application: z.object({ id: z.string() }).nullish(),
  attachments: z.object({ data: z.array(Target.extend({ subattachments: z.object({ data: z.array(Target) }).nullish() })) }).nullish(),
});
type Entry = z.output<typeof Entry>;

const FIELDS = "id,message,created_time,permalink_url,is_published,status_type,application";
const ATTACHMENTS = "attachments{target{id},subattachments{target{id}}}";

/** Looks a post up in the Page's own list: by its photos, else by its text. */
export async function searchFeed(page: Page, plan: FeedPlan, { since, unclaimed }: Looking): Promise<Looked> {
  const list = await readSince(page, {
    path: `/${page.id}/published_posts`,
    // Not for a text, so that a Page of which they may not be read can be looked through.
    fields: { fields: plan.photos.length > 0 ? `${FIELDS},${ATTACHMENTS}` : FIELDS },
    entry: Entry,
    timeOf: ({ created_time }) => saidAt(created_time),
    since,
  });
  if (list.kind === "unread") return list;
  const free = await unclaimed(list.entries.filter((entry) => mayBeOurs(entry, page)));
  const byPhotos = await withPhotos(page, plan, free);
  const matches = byPhotos.length > 0 ? byPhotos : free.filter((entry) => hasText(entry, plan));
  return {
    kind: "read",
    alike: matches.map(({ id, permalink_url, created_time }) => ({ id, url: addressOf(page, permalink_url), at: saidAt(created_time) })),
  };
}

function mayBeOurs({ is_published, status_type, application }: Entry, { applicationId }: Page): boolean {
  if (is_published === false || status_type === "added_video") return false;
  return !application || applicationId === null || application.id === applicationId;
}

/** Posts with photos of ours. That a photo tells the post that took it is unverified, so that it only points into the list. */
async function withPhotos(page: Page, { photos }: FeedPlan, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const ids = photos.map((_, index) => page.progress.photo(POST, index)?.id).filter((id) => id !== undefined);
  const [first] = ids;
  if (first === undefined || entries.length === 0) return [];
  const attached = entries.filter((entry) => idsIn(entry).some((id) => ids.includes(id)));
  if (attached.length > 0) return attached;
  const reply = await read(page, `/${encodeURIComponent(first)}`, "page_story_id");
  const story = reply.kind === "ok" ? Photo.safeParse(reply.body).data?.page_story_id : undefined;
  return entries.filter(({ id }) => id === story);
}

const Photo = z.object({ page_story_id: z.string().nullish() });

function idsIn({ attachments }: Entry): string[] {
  const targets = (attachments?.data ?? []).flatMap((one) => [one, ...(one.subattachments?.data ?? [])]);
  return targets.flatMap(({ target }) => target?.id ?? []);
}

/** A post without a text is known by its photos alone. */
function hasText({ message }: Entry, plan: FeedPlan): boolean {
  const wanted = comparableLines(plan.message);
  return wanted !== "" && comparableLines(message ?? "") === wanted;
}
