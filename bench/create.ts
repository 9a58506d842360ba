import assert from "node:assert/strict";
import type { Bench } from "./bench.ts";
import { compare } from "./compare.ts";
import { DRAFT } from "./draft.ts";
import { openGround } from "./ground.ts";
import type { Call } from "./load.ts";
import { aBrand, anOwner, countPosts, type SeededBrand, settle } from "./seed.ts";

/** Drafts in one collection; service and floor each write to their own brand. */
export const create: Bench = {
  name: "create",
  about: "POST /v1/brands/{id}/collections/{id}/posts with publishMode DRAFT",
  async run() {
    const posts = 1_000;
    await using ground = await openGround(async (db) => {
      const owner = await anOwner(db);
      const brands = { service: await aBrand(db, owner, posts), floor: await aBrand(db, owner, posts) };
      await settle(db);
      return { owner, brands };
    });
    const { owner, brands } = ground.seeded;
    const service = createCall(brands.service, owner.apiKey);
    const floor = createCall(brands.floor, null);
    const measure = await compare(
      "create of a draft",
      { service: { child: ground.service, call: service.call }, floor: { child: ground.floor, call: floor.call } },
      { atLeast: 0.75 },
    );
    assert.equal(await countPosts(ground.db, brands.service.id), posts + service.created(), "each reply of the service is a post");
    assert.equal(await countPosts(ground.db, brands.floor.id), posts + floor.created(), "each reply of the floor is a post");
    return [measure];
  },
};

/** The call, and the number of posts confirmed by replies. */
function createCall(brand: SeededBrand, apiKey: string | null): { readonly call: Call; created(): number } {
  const authorization = apiKey === null ? "" : `Authorization: Bearer ${apiKey}\r\n`;
  const path = `/v1/brands/${brand.id}/collections/${brand.collectionId}/posts`;
  const body = Buffer.from(JSON.stringify(DRAFT.body));
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${authorization}\r\n`;
  const ids = new Set<number>();
  return {
    created: () => ids.size,
    call: {
      bytes: Buffer.concat([Buffer.from(head), body]),
      status: 201,
      check(reply) {
        const id = Number(/^\{"status":"success","data":\{"id":(\d+)[,}]/.exec(reply.toString("latin1"))?.[1]);
        if (!Number.isSafeInteger(id) || ids.has(id)) throw new Error(`Not a new post: ${reply.toString()}`);
        ids.add(id);
      },
    },
  };
}
