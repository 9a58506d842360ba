import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { apiOf, pageOf, type Query } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused, assertStatus } from "./support/expect.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aCollection, aMember, aPost, aWorkspace, readPost } from "./support/stage.ts";
import { localIn, utcText } from "./support/time.ts";
import { anUpload } from "./support/upload.ts";

/** A brand with two collections and posts of every mode and of several types; names say what each post is. */
async function aLibrary() {
  const of = await aWorkspace({ timezone: "Asia/Kathmandu" });
  const one = (await aCollection(of, { queues: ["Mon 09:00"] })).id;
  const two = (await aCollection(of)).id;
  const at = (hours: number) => ({ publishMode: "SCHEDULE", scheduledAt: localIn(hours * 60, "Asia/Kathmandu") });
  const poll = { question: "?", options: ["a", "b"], period: "1d" };
  const media = [{ id: await anUpload(of, "png") }];
  const ids = {
    draft: await aPost(of, one, { title: "d" }),
    late: await aPost(of, one, { title: "b", ...at(50) }),
    soon: await aPost(of, one, { title: "c", ...at(30) }),
    queued: await aPost(of, one, { title: "a", publishMode: "QUEUE", media }),
    poll: await aPost(of, one, { title: "b", poll }),
    now: await aPost(of, two, { title: "e", publishMode: "IMMEDIATE" }),
    other: await aPost(of, two, { title: "a", publishMode: "QUEUE" }),
  };
  await eventually("the immediate post reads PUBLISHED", async () => ((await readPost(of, ids.now)).status === "PUBLISHED" ? true : null));
  return { of, one, two, ids };
}

type Library = Awaited<ReturnType<typeof aLibrary>>;
type Name = keyof Library["ids"];

let library: Library;
before(async () => {
  library = await aLibrary();
});

function names(rows: readonly { readonly id: number }[]): Name[] {
  const known = Object.entries(library.ids);
  return rows.map((row) => {
    const found = known.find(([, id]) => id === row.id)?.[0];
    assert.ok(found !== undefined && found in library.ids);
    return found as Name;
  });
}

const inCollection: readonly Name[] = ["poll", "queued", "soon", "late", "draft"];
const inBrand: readonly Name[] = ["other", "now", ...inCollection];

for (const list of ["collection", "brand"] as const) {
  const all = list === "brand" ? inBrand : inCollection;
  const path = () => (list === "brand" ? `${library.of.brand}/posts` : `${library.of.brand}/collections/${library.one}/posts`);
  const route = list === "brand" ? "GET /brands/{brand_id}/posts" : "GET /brands/{brand_id}/collections/{collection_id}/posts";

  describe(route, () => {
    const posts = async (query: Query = {}) => pageOf(await library.of.api.get(path(), query), resources.post);
    const filtered = async (query: Query) => names((await posts(query)).data);
    const only = (...wanted: readonly Name[]) => all.filter((name) => wanted.includes(name));

    test(`lists the ${list}'s posts, newest first`, async () => {
      const read = await posts();
      assert.deepEqual(names(read.data), all);
      assert.equal(read.pagination.total, all.length);
    });

    const filters: readonly (readonly [Query, readonly Name[]])[] = [
      [{ status: "DRAFT" }, ["draft", "poll"]],
      [{ status: "PENDING" }, ["late", "soon", "queued", "other"]],
      [{ status: "PUBLISHED" }, ["now"]],
      [{ posting_type: "DRAFT" }, ["draft", "poll"]],
      [{ posting_type: "QUEUE" }, ["queued", "other"]],
      [{ posting_type: "SCHEDULE" }, ["late", "soon"]],
      [{ posting_type: "NOW" }, ["now"]],
      [{ post_type: "TEXT" }, ["draft", "late", "soon", "now", "other"]],
      [{ post_type: "POLL" }, ["poll"]],
      [{ post_type: "IMAGE" }, ["queued"]],
      [{ post_type: "REEL" }, []],
      [{ status: "PENDING", posting_type: "QUEUE", post_type: "IMAGE" }, ["queued"]],
      [{ status: "DRAFT", posting_type: "QUEUE" }, []],
    ];
    for (const [query, wanted] of filters) {
      test(`filters by ${JSON.stringify(query)}, total too`, async () => {
        const read = await posts(query);
        assert.deepEqual(names(read.data), only(...wanted));
        assert.equal(read.pagination.total, only(...wanted).length);
      });
    }

    for (const name of [
      "TEXT",
      "IMAGE",
      "VIDEO",
      "MULTIMEDIA",
      "SHORT",
      "DOCUMENT",
      "THREAD",
      "SLIDES",
      "REEL",
      "TIKTOK",
      "STORY",
      "POLL",
      "ENGAGE_COMMENT",
    ]) {
      test(`post_type ${name} is a filter`, async () => {
        assertStatus(await library.of.api.get(path(), { post_type: name }), 200);
      });
    }

    test("created_from and created_to bound the moment of creation in UTC", async () => {
      const second = (seconds: number) => utcText(Temporal.Now.instant().add({ seconds }));
      assert.deepEqual(await filtered({ created_from: second(-3600) }), all);
      assert.deepEqual(await filtered({ created_from: second(3600) }), []);
      assert.deepEqual(await filtered({ created_to: second(3600) }), all);
      assert.deepEqual(await filtered({ created_to: second(-3600) }), []);
      assert.deepEqual(await filtered({ created_from: second(-3600), created_to: second(3600) }), all);
    });

    test("created_to can equal created_from", async () => {
      assert.deepEqual(await filtered({ created_from: "2031-01-01 00:00:00", created_to: "2031-01-01 00:00:00" }), []);
    });

    test("created_to cannot be earlier than created_from", async () => {
      const query = { created_from: "2031-01-01 00:00:01", created_to: "2031-01-01 00:00:00" };
      assertInvalid(await library.of.api.get(path(), query), ["created_to"]);
    });

    const titles: readonly Name[] = ["queued", "other", "late", "poll", "soon", "draft", "now"];
    const sorts: readonly (readonly [Query, readonly Name[]])[] = [
      [{ sort_by: "id" }, all],
      [{ sort_order: "asc" }, all.toReversed()],
      [{ sort_by: "id", sort_order: "asc" }, all.toReversed()],
      [{ sort_by: "created_at" }, all],
      [{ sort_by: "created_at", sort_order: "asc" }, all.toReversed()],
      [{ sort_by: "title", sort_order: "asc" }, titles.filter((name) => all.includes(name))],
      [{ sort_by: "title", sort_order: "desc" }, titles.filter((name) => all.includes(name)).toReversed()],
      [{ sort_by: "title" }, titles.filter((name) => all.includes(name)).toReversed()],
    ];
    for (const [query, wanted] of sorts) {
      test(`sorts by ${JSON.stringify(query)}, ties by id in the same direction`, async () => {
        assert.deepEqual(await filtered(query), wanted);
      });
    }

    for (const sort_order of ["asc", "desc"] as const) {
      test(`sorts by post_date ${sort_order} with null dates last, ties by id in the same direction`, async () => {
        const { data } = await posts({ sort_by: "post_date", sort_order });
        const sign = sort_order === "asc" ? 1 : -1;
        const wanted = data.toSorted((a, b) => {
          if (a.postDate === b.postDate) return sign * (a.id - b.id);
          if (a.postDate === null || b.postDate === null) return a.postDate === null ? 1 : -1;
          return a.postDate < b.postDate ? -sign : sign;
        });
        assert.deepEqual(names(data), names(wanted));
        assert.equal(data.at(-1)?.postDate, null);
        assert.notEqual(data[0]?.postDate, null);
      });

      test(`sorts by updated_at ${sort_order}`, async () => {
        const { data } = await posts({ sort_by: "updated_at", sort_order });
        const moments = data.map((post) => post.updatedAt);
        assert.deepEqual(moments, sort_order === "asc" ? moments.toSorted() : moments.toSorted().reverse());
      });
    }

    for (const sort_by of ["id", "title", "post_date", "created_at", "updated_at"]) {
      test(`pages sorted by ${sort_by} lead through all posts once`, async () => {
        for (const sort_order of ["asc", "desc"]) {
          await assertPages(library.of.api, path(), { row: resources.post, total: all.length, query: { sort_by, sort_order } });
        }
      });
    }

    test("links keep every filter", async () => {
      const query = { status: "PENDING", created_from: "2020-01-01 00:00:00", sort_order: "asc", unknown: "ä &=" };
      await assertPages(library.of.api, path(), { row: resources.post, total: only("late", "soon", "queued", "other").length, query });
    });

    const wrong: readonly (readonly [Query, readonly string[]])[] = [
      [{ status: "QUEUED" }, ["status"]],
      [{ status: "pending" }, ["status"]],
      [{ status: "" }, ["status"]],
      [{ post_type: "PHOTO" }, ["post_type"]],
      [{ posting_type: "IMMEDIATE" }, ["posting_type"]],
      [{ sort_by: "status" }, ["sort_by"]],
      [{ sort_by: "createdAt" }, ["sort_by"]],
      [{ sort_order: "up" }, ["sort_order"]],
      [{ created_from: "2026-11-21" }, ["created_from"]],
      [{ created_to: "2026-11-21T00:00:00Z" }, ["created_to"]],
      [{ created_from: "2026-02-30 00:00:00" }, ["created_from"]],
      [{ created_to: "yesterday" }, ["created_to"]],
      [
        { status: "x", post_type: "x", posting_type: "x", sort_by: "x", sort_order: "x", page: "x", per_page: "x" },
        ["status", "post_type", "posting_type", "sort_by", "sort_order", "page", "per_page"],
      ],
    ];
    for (const [query, fields] of wrong) {
      test(`${JSON.stringify(query)} answers 422 on ${fields.join(", ")}`, async () => {
        assertInvalid(await library.of.api.get(path(), query), fields);
      });
    }

    for (const mistake of PAGE_MISTAKES) {
      test(`${mistake.name} answers 422`, async () => {
        assertInvalid(await library.of.api.get(path(), mistake.query), mistake.fields);
      });
    }

    for (const query of ["?page=1&page=2", "?status=DRAFT&status=PENDING", "?page[]=1", "?page=", "?per_page=%00", "?created_from=%ff"]) {
      test(`the query ${query} is answered, but never with 500`, async () => {
        const reply = await library.of.api.send("GET", `${path()}${query}`);
        assert.ok([200, 400, 422].includes(reply.status), `${reply.status}`);
      });
    }

    test("per_page 1 and 100 are allowed, page may be far beyond the end", async () => {
      assert.equal((await posts({ per_page: 1 })).data.length, 1);
      assert.equal((await posts({ per_page: 100 })).pagination.perPage, 100);
      const far = await posts({ page: 1_000_000 });
      assert.deepEqual([far.data, far.pagination.currentPage, far.pagination.nextPageUrl], [[], 1_000_000, null]);
    });

    test("a page beyond every number is empty or refused, never an internal error", async () => {
      for (const page of ["9007199254740991", "9007199254740993", "99999999999999999999"]) {
        const reply = await library.of.api.get(path(), { page, per_page: 100 });
        assert.ok([200, 422].includes(reply.status), `${reply.status}`);
      }
    });

    test("the far ends of time are dates", async () => {
      assert.deepEqual(await filtered({ created_from: "0001-01-01 00:00:00", created_to: "9999-12-31 23:59:59" }), all);
    });

    test("unknown query parameters are ignored", async () => {
      assert.deepEqual(await filtered({ nonsense: "x", STATUS: "x" }), all);
    });

    test("a viewer reads the list", async () => {
      const viewer = await aMember(library.of, "viewer");
      assert.equal(pageOf(await viewer.api.get(path()), resources.post).data.length, all.length);
    });

    test("a foreign brand answers 404, before validation", async () => {
      const stranger = await aWorkspace();
      assertNoBrand(await stranger.api.get(path()));
      assertNoBrand(await stranger.api.get(path(), { page: 0 }));
    });

    for (const id of NO_IDS) {
      test(`brand "${id}" answers 404`, async () => {
        assertStatus(await library.of.api.get(path().replace(String(library.of.brandId), id)), 404);
      });
    }

    test("no key answers 401", async () => {
      assertRefused(await apiOf((await sharedService()).url, null).get(path()), 401, "authorization");
    });
  });
}

describe("GET /brands/{brand_id}/collections/{collection_id}/posts, its collection", () => {
  test("a collection that does not exist or belongs to another brand answers 404, after validation", async () => {
    const { of } = library;
    const foreign = (await aCollection(await aWorkspace())).id;
    for (const id of [foreign, 9007199254740991]) {
      assertRefused(await of.api.get(`${of.brand}/collections/${id}/posts`), 404, ["collection", "collection_id"]);
      assertInvalid(await of.api.get(`${of.brand}/collections/${id}/posts`, { page: 0 }), ["page"]);
    }
  });

  for (const id of NO_IDS) {
    test(`collection "${id}" answers 404`, async () => {
      assertStatus(await library.of.api.get(`${library.of.brand}/collections/${id}/posts`), 404);
    });
  }

  test("an empty collection has an empty list", async () => {
    const { of } = library;
    const { id } = await aCollection(of);
    assert.deepEqual(pageOf(await of.api.get(`${of.brand}/collections/${id}/posts`), resources.post).data, []);
  });
});

describe("GET /brands/{brand_id}/posts, its own parameters", () => {
  const filtered = async (query: Query) => names(pageOf(await library.of.api.get(`${library.of.brand}/posts`, query), resources.post).data);

  test("collection_id restricts the list to a collection", async () => {
    assert.deepEqual(await filtered({ collection_id: library.two }), ["other", "now"]);
    assert.deepEqual(await filtered({ collection_id: library.one, status: "DRAFT" }), ["poll", "draft"]);
  });

  const views: readonly (readonly [string, readonly Name[]])[] = [
    ["QUEUE", ["other", "queued"]],
    ["SCHEDULED", ["soon", "late"]],
    ["DRAFT", ["poll", "draft"]],
    ["PUBLISHED", ["now"]],
  ];
  for (const [view, wanted] of views) {
    test(`view ${view} lists ${wanted.join(", ")}`, async () => {
      assert.deepEqual(await filtered({ view }), wanted);
    });
  }

  test("a view and a status that exclude each other list nothing", async () => {
    assert.deepEqual(await filtered({ view: "DRAFT", status: "PENDING" }), []);
  });

  for (const [query, field] of [
    [{ view: "queue" }, "view"],
    [{ view: "NOW" }, "view"],
    [{ collection_id: "abc" }, "collection_id"],
    [{ collection_id: 1.5 }, "collection_id"],
    [{ collection_id: "9007199254740993" }, "collection_id"],
  ] as const) {
    test(`${JSON.stringify(query)} answers 422`, async () => {
      assertInvalid(await library.of.api.get(`${library.of.brand}/posts`, query), [field]);
    });
  }
});
