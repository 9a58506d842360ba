import assert from "node:assert/strict";
import type { Bench, Measure } from "./bench.ts";
import { compare } from "./compare.ts";
import { CAPTION } from "./draft.ts";
import { openGround } from "./ground.ts";
import type { Call } from "./load.ts";
import { aBrand, anOwner, type SeededBrand, settle } from "./seed.ts";

const PER_PAGE = 25;

/** The first page of a brand's posts, in a small brand and in the largest the default limits allow. */
export const list: Bench = {
  name: "list",
  about: `GET /v1/brands/{id}/posts?per_page=${PER_PAGE}`,
  async run() {
    await using ground = await openGround(async (db) => {
      const owner = await anOwner(db);
      const brands = [await seeded(1_000), await seeded(15_000)];
      await settle(db);
      return { owner, brands };

      async function seeded(posts: number) {
        return { posts, brand: await aBrand(db, owner, posts) };
      }
    });
    const { owner, brands } = ground.seeded;
    const measures: Measure[] = [];
    for (const { posts, brand } of brands) {
      const service = { child: ground.service, call: listCall(brand, posts, owner.apiKey) };
      const floor = { child: ground.floor, call: listCall(brand, posts, null) };
      measures.push(
        await compare(`list of ${PER_PAGE} in a brand with ${posts.toLocaleString("en")} posts`, { service, floor }, { atLeast: 0.75 }),
      );
    }
    return measures;
  },
};

/** Nothing changes while the bench runs: the first reply is checked, the others must be identical. */
function listCall(brand: SeededBrand, posts: number, apiKey: string | null): Call {
  const authorization = apiKey === null ? "" : `Authorization: Bearer ${apiKey}\r\n`;
  const path = `/v1/brands/${brand.id}/posts?per_page=${PER_PAGE}`;
  let first: Buffer | null = null;
  return {
    bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n${authorization}\r\n`),
    status: 200,
    check(body) {
      if (first === null) {
        assertPage(JSON.parse(body.toString()), { brand, posts, isService: apiKey !== null });
        first = Buffer.from(body);
      } else if (!first.equals(body)) throw new Error(`Page differs from the first one: ${body.toString()}`);
    },
  };
}

function assertPage(reply: Page, expected: { brand: SeededBrand; posts: number; isService: boolean }): void {
  assert.equal(reply.status, "success");
  assert.equal(reply.data.length, PER_PAGE);
  const newest = reply.data[0]?.id ?? Number.NaN;
  for (const [index, post] of reply.data.entries()) {
    assert.deepEqual(
      [post.id, post.collectionId, post.body, post.postType],
      [newest - index, expected.brand.collectionId, CAPTION, "TEXT"],
    );
    assert.equal(post.status, post.postingType === "DRAFT" ? "DRAFT" : "PUBLISHED");
  }
  if (expected.isService) {
    assert.equal(reply.pagination?.total, expected.posts);
    assert.match(String(reply.pagination?.nextPageUrl), /\/posts\?per_page=25&page=2$/);
  } else assert.equal(reply.data[0]?.total, expected.posts);
}

interface Page {
  readonly status: string;
  readonly data: readonly {
    id: number;
    collectionId: number;
    body: string;
    postType: string;
    postingType: string;
    status: string;
    total?: number;
  }[];
  readonly pagination?: { readonly total: number; readonly nextPageUrl: string | null };
}
