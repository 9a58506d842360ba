import { z } from "zod";
import { accountOf } from "./accounts.ts";
import { type Asked, type Method, pageLength, required } from "./methods.ts";
import { find, list } from "./model.ts";
import { prepareWrite, putWrite, uriOf, type Write } from "./records.ts";
import { invalidRequest, refusal } from "./refusal.ts";
import { nextTid } from "./tid.ts";
import { requireAccess } from "./tokens.ts";

const target = z.object({ repo: z.string(), collection: z.string().regex(/^[a-zA-Z0-9.-]+$/), validate: z.boolean().optional() });
const placement = target.extend({ rkey: z.string(), record: z.unknown(), swapRecord: z.string().nullable().optional() });
/** `com.atproto.repo.*` except files. */
export const repoMethods: Record<string, Method> = {
  "com.atproto.repo.putRecord": { verb: "POST", run: putRecord },
  "com.atproto.repo.getRecord": { verb: "GET", run: getRecord },
  "com.atproto.repo.listRecords": { verb: "GET", run: listRecords },
};

async function putRecord(asked: Asked): Promise<unknown> {
  const { collection, rkey, record, validate, swapRecord, did } = await authorized(asked, placement);
  const write = await prepareWrite(asked.world, { did, collection, rkey, record, validate });
  const isNew = await putWrite(asked.world, write, swapRecord);
  // An identical repeat makes no commit.
  return { ...writtenView(write), ...(isNew ? { commit: commitOf(asked, write) } : {}), validationStatus: write.validationStatus };
}

async function getRecord(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "repo"));
  if (account === null) throw invalidRequest("Could not locate record");
  const uri = uriOf({ did: account.id, collection: required(asked, "collection"), rkey: required(asked, "rkey") });
  const record = await find(asked.world, "record", uri);
  const isWanted = record !== null && (asked.parameters.cid ?? record.cid) === record.cid;
  if (!isWanted) throw refusal(400, "RecordNotFound", `Could not locate record: ${uri}`);
  return { uri, cid: record.cid, value: record.value };
}

async function listRecords(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "repo"));
  if (account === null) throw invalidRequest(`Could not find repo: ${asked.parameters.repo}`);
  const limit = pageLength(asked);
  const records = await list(asked.world, "record", { where: { did: account.id, collection: required(asked, "collection") }, limit });
  const newestKeyFirst = records.toSorted((one, other) => (one.rkey < other.rkey ? 1 : -1));
  return { records: newestKeyFirst.map(({ id, cid, value }) => ({ uri: id, cid, value })) };
}

/** Parses the input by its schema and checks that it comes from the account it is for. */
async function authorized<T extends { repo: string }>(asked: Asked, schema: z.ZodType<T>): Promise<T & { readonly did: string }> {
  const { world, body } = asked;
  const did = await requireAccess(asked, null);
  const input = schema.safeParse(body);
  if (!input.success)
    throw invalidRequest(`Input is invalid: ${input.error.issues[0]?.message} at ${input.error.issues[0]?.path.join(".")}`);
  const account = await accountOf(world, input.data.repo);
  if (account?.id !== did) throw refusal(401, "AuthenticationRequired", "Authentication Required");
  return { ...input.data, did };
}

function writtenView(write: Write) {
  return { uri: uriOf(write), cid: write.cid };
}

function commitOf({ world }: Asked, { cid }: Write) {
  return { cid, rev: nextTid(world.now()) };
}
