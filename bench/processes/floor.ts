import fastify from "fastify";
import type pg from "pg";
import { listPosts } from "../../server/src/brands/posts/list.ts";
import { insertPost } from "../../server/src/brands/posts/store.ts";
import { connect } from "../../server/src/ground/database/connect.ts";
import type { Queryable } from "../../server/src/ground/database/query.ts";
import { POOL_SIZE } from "../../server/src/serve.ts";
import { DRAFT } from "../draft.ts";
import { serveBench } from "./child.ts";

/**
 * The minimum cost of a reply on this stack: a bare route that runs the operation's own SQL statement verbatim and returns the
 * rows. No key, no permissions, no validation, no links.
 */
const db = connect(setting("DATABASE_URL"), { poolSize: POOL_SIZE, log: () => {} });
const server = fastify();

server.get<{ Params: { brandId: string } }>("/v1/brands/:brandId/posts", async (request) => {
  const statement = await listStatement(Number(request.params.brandId));
  const { rows } = await db.query(statement);
  return { status: "success", data: rows };
});

server.post<{ Params: { brandId: string; collectionId: string } }>(
  "/v1/brands/:brandId/collections/:collectionId/posts",
  async (request, reply) => {
    const statement = await insertStatement(Number(request.params.brandId), Number(request.params.collectionId));
    const { rows } = await db.query(statement);
    return reply.code(201).send({ status: "success", data: rows[0] });
  },
);

const listStatement = remember((brandId) =>
  recorded((db) => listPosts(db, { brandId, collectionId: null }, { page: 1, perPage: 25, sortBy: "id", sortOrder: "desc" })),
);

const insertStatement = remember((brandId, collectionId) =>
  recorded((db) => insertPost(db, { ...DRAFT.row, brandId, collectionId }, Number.MAX_SAFE_INTEGER)),
);

await server.listen({ port: 0, host: "127.0.0.1" });
const address = server.server.address();
if (address === null || typeof address === "string") throw new Error("The floor has no port");
serveBench(address.port, async () => {
  await server.close();
  await db.end();
});

/** Records the single statement a store function sends, with its values. */
async function recorded(ask: (db: Queryable) => Promise<unknown>): Promise<pg.QueryConfig<unknown[]>> {
  const sent: pg.QueryConfig<unknown[]>[] = [];
  await ask({
    query: async (statement) => {
      sent.push(statement);
      return { rows: [], rowCount: 0, command: "", oid: 0, fields: [] };
    },
  });
  const [statement] = sent;
  if (statement === undefined || sent.length > 1) throw new Error(`${sent.length} statements instead of one`);
  return statement;
}

/** Caches results by id. */
function remember<Ids extends number[], Result>(ask: (...ids: Ids) => Promise<Result>): (...ids: Ids) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (...ids) => {
    const key = ids.join(" ");
    const found = known.get(key) ?? ask(...ids);
    known.set(key, found);
    return found;
  };
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
