import type { Operations } from "../../operations.ts";
import type { CallInput, CallOptions, Client } from "../types.ts";
import { isChanged } from "./match.ts";
import type { Looked, Mutation } from "./settle.ts";

type Public = Client<Operations>;
type Asked<N extends keyof Operations> = CallInput<Operations[N]>;
type Answer<N extends keyof Operations> = Extract<Awaited<ReturnType<Public[N]>>, { ok: true }>["data"];
type PostRead = Answer<"updatePost">;

const PER_PAGE = 100;

/**
 * A change is recognised by a post that was updated later than anything in the list before and is in the requested state. A
 * change without a trace may be sent again: it is idempotent, since it names the target state.
 */
export function postChange(plain: Public, looking: Public, asked: Asked<"updatePost">): Mutation<PostRead, string> {
  const { brandId, postId } = asked;
  const newestFirst = { brandId, sortBy: "updated_at", sortOrder: "desc" } as const;
  return {
    key: `PATCH brands/${brandId}/posts/${postId}`,
    status: 200,
    fetches: false,
    refusedAlike: false,
    send: (call) => plain.updatePost(asked, call),
    mark: async (call) => {
      const list = await plain.listBrandPosts({ ...newestFirst, perPage: 1 }, call);
      return list.ok ? { ok: true, value: list.data[0]?.updatedAt ?? "" } : list;
    },
    find: async (mark, call) => {
      for await (const page of looking.pages.listBrandPosts({ ...newestFirst, perPage: PER_PAGE }, call)) {
        if (!page.ok) return page;
        const post = page.data.find(({ id, updatedAt }) => id === postId && updatedAt > mark);
        if (post !== undefined) return { ok: true, value: isChanged(asked, post) ? { id: postId, data: post } : null };
        if (page.data.some(({ updatedAt }) => updatedAt <= mark)) break;
      }
      return { ok: true, value: null };
    },
  };
}

/** A deleted post is in no list. One that still exists may be deleted again: ids are never reused. */
export function postDeletion(plain: Public, looking: Public, asked: Asked<"deletePost">): Mutation<Answer<"deletePost">, null> {
  const { brandId, postId } = asked;
  const gone = { id: postId, message: `Post ${postId} is deleted.` };
  return {
    key: `DELETE brands/${brandId}/posts/${postId}`,
    status: 200,
    fetches: false,
    refusedAlike: true,
    send: (call) => plain.deletePost(asked, call),
    // Only checks that the service can be reached before anything is sent.
    mark: async (call) => {
      const list = await plain.listBrandPosts({ brandId, perPage: 1 }, call);
      return list.ok ? { ok: true, value: null } : list;
    },
    find: async (_, call) => {
      const there = await mayBeThere(looking, { brandId, postId }, call);
      return there.ok ? { ok: true, value: there.value ? null : { id: postId, data: gone } } : there;
    },
    readRepeated: (reply) => (!reply.ok && reply.status === 404 ? { ok: true, status: 200, data: gone, pagination: null } : reply),
  };
}

/** False if the brand is certain not to have the post. What one search leaves open lies between two pages, which are others in the next. */
async function mayBeThere(looking: Public, place: PostPlace, call: CallOptions): Promise<Looked<boolean>> {
  for (const perPage of [PER_PAGE, PER_PAGE - 1]) {
    const found = await search(looking, { ...place, perPage }, call);
    if (!found.ok) return found;
    if (found.value !== "between") return { ok: true, value: found.value === "there" };
  }
  return { ok: true, value: true };
}

interface PostPlace {
  readonly brandId: number;
  readonly postId: number;
}

/**
 * No operation reads a single post, so this is a binary search over pages of the list ordered by id. Only one page proves that it is gone:
 * while two are read, posts are made and deleted, which moves all others.
 */
async function search(
  looking: Public,
  { brandId, postId, perPage }: PostPlace & { readonly perPage: number },
  call: CallOptions,
): Promise<Looked<"there" | "gone" | "between">> {
  let first = 1;
  let last: number | null = null;
  for (let page = 1; last === null || first <= last; page = (first + last) >> 1) {
    const list = await looking.listBrandPosts({ brandId, sortBy: "id", sortOrder: "desc", perPage, page }, call);
    if (!list.ok) return list;
    const { lastPage } = list.pagination;
    last ??= lastPage;
    const ids = list.data.map((post) => post.id);
    if (ids.includes(postId)) return { ok: true, value: "there" };
    const hasLarger = ids.some((id) => id > postId);
    const isBegun = hasLarger || page === 1;
    const isEnded = ids.some((id) => id < postId) || page >= lastPage;
    if (isBegun && isEnded) return { ok: true, value: "gone" };
    // Smaller ids are on later pages; a page past the end is empty.
    if (hasLarger) {
      first = page + 1;
      last = Math.max(last, lastPage);
    } else last = page - 1;
  }
  return { ok: true, value: "between" };
}
