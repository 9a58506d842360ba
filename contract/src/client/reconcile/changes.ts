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
      const there = await isThere(looking, { brandId, postId }, call);
      return there.ok ? { ok: true, value: there.value ? null : { id: postId, data: gone } } : there;
    },
    readRepeated: (reply) => (!reply.ok && reply.status === 404 ? { ok: true, status: 200, data: gone, pagination: null } : reply),
  };
}

/**
 * Whether the brand has a post. No operation reads a single one, so this is a binary search over pages of the list ordered by id.
 * New posts only move others to later pages, so a page is read again when the id falls between two pages.
 */
async function isThere(
  looking: Public,
  { brandId, postId }: { brandId: number; postId: number },
  call: CallOptions,
): Promise<Looked<boolean>> {
  let first = 1;
  let last: number | null = null;
  for (let page = 1; last === null || first <= last; page = (first + last) >> 1) {
    const list = await looking.listBrandPosts({ brandId, sortBy: "id", sortOrder: "desc", perPage: PER_PAGE, page }, call);
    if (!list.ok) return list;
    last ??= list.pagination.lastPage;
    const ids = list.data.map((post) => post.id);
    if (ids.includes(postId)) return { ok: true, value: true };
    if (ids.some((id) => id > postId) && ids.some((id) => id < postId)) return { ok: true, value: false };
    // Smaller ids are on later pages; a page past the end is empty.
    if (ids.some((id) => id > postId)) {
      first = page + 1;
      last = Math.max(last, list.pagination.lastPage);
    } else last = page - 1;
  }
  return { ok: true, value: false };
}
