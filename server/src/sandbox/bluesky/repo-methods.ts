import { z } from "zod";
import { accountOf } from "./accounts.ts";
import { type Asked, type Method, pageLength, required } from "./methods.ts";
import { find, list } from "./model.ts";
import { createWrite, prepareWrite, putWrite, uriOf, type Write } from "./records.ts";
import { invalidRequest, Refusal } from "./refusal.ts";
import { nextTid } from "./tid.ts";
import { requireAccess } from "./tokens.ts";

const WRITES_MAX = 200;

const target = z.object({ repo: z.string(), collection: z.string().regex(/^[a-zA-Z0-9.-]+$/), validate: z.boolean().optional() });
const creation = target.extend({ rkey: z.string().optional(), record: z.unknown() });
const placement = target.extend({ rkey: z.string(), record: z.unknown(), swapRecord: z.string().nullable().optional() });
const deletion = target.extend({ rkey: z.string(), swapRecord: z.string().optional() });
const batchWrite = z.discriminatedUnion("$type", [
  z.object({
    $type: z.literal("com.atproto.repo.applyWrites#create"),
    collection: z.string(),
    rkey: z.string().optional(),
    value: z.unknown(),
  }),
  z.object({ $type: z.literal("com.atproto.repo.applyWrites#update"), collection: z.string(), rkey: z.string(), value: z.unknown() }),
  z.object({ $type: z.literal("com.atproto.repo.applyWrites#delete"), collection: z.string(), rkey: z.string() }),
]);
const batch = z.object({ repo: z.string(), validate: z.boolean().optional(), writes: z.array(batchWrite) });

/** `com.atproto.repo.*` except files. */
export const repoMethods: Record<string, Method> = {
  "com.atproto.repo.createRecord": { verb: "POST", run: createRecord },
  "com.atproto.repo.putRecord": { verb: "POST", run: putRecord },
  "com.atproto.repo.deleteRecord": { verb: "POST", run: deleteRecord },
  "com.atproto.repo.applyWrites": { verb: "POST", run: applyWrites },
  "com.atproto.repo.getRecord": { verb: "GET", run: getRecord },
  "com.atproto.repo.listRecords": { verb: "GET", run: listRecords },
};

async function createRecord(asked: Asked): Promise<unknown> {
  const { collection, rkey, record, validate, did } = await authorized(asked, creation);
  const write = await prepareWrite(asked.world, { did, collection, rkey: rkey ?? nextTid(asked.world.now()), record, validate });
  await createWrite(asked.world, write);
  return { ...writtenView(write), commit: commitOf(asked, write), validationStatus: write.validationStatus };
}

async function putRecord(asked: Asked): Promise<unknown> {
  const { collection, rkey, record, validate, swapRecord, did } = await authorized(asked, placement);
  const write = await prepareWrite(asked.world, { did, collection, rkey, record, validate });
  const isNew = await putWrite(asked.world, write, swapRecord);
  // An identical repeat makes no commit.
  return { ...writtenView(write), ...(isNew ? { commit: commitOf(asked, write) } : {}), validationStatus: write.validationStatus };
}

async function deleteRecord(asked: Asked): Promise<unknown> {
  const { collection, rkey, did } = await authorized(asked, deletion);
  await asked.world.objects.delete("record", uriOf({ did, collection, rkey }));
  return {};
}

/** Checks everything before the first write; what a real server writes in one commit is written in sequence. */
async function applyWrites(asked: Asked): Promise<unknown> {
  const { world } = asked;
  const { writes, validate, did } = await authorized(asked, batch);
  if (writes.length > WRITES_MAX) throw invalidRequest(`Too many writes. Max: ${WRITES_MAX}`);
  const prepared: (Write | { readonly deleted: string })[] = [];
  for (const write of writes) {
    const { collection, rkey = nextTid(world.now()) } = write;
    const isDeletion = write.$type === "com.atproto.repo.applyWrites#delete";
    prepared.push(
      isDeletion
        ? { deleted: uriOf({ did, collection, rkey }) }
        : await prepareWrite(world, { did, collection, rkey, record: write.value, validate }),
    );
  }
  const results: unknown[] = [];
  for (const [index, write] of prepared.entries()) {
    const $type = `${writes[index]?.$type}Result`;
    if ("deleted" in write) {
      await world.objects.delete("record", write.deleted);
      results.push({ $type });
      continue;
    }
    if ($type === "com.atproto.repo.applyWrites#createResult") await createWrite(world, write);
    else await putWrite(world, write, undefined);
    results.push({ $type, ...writtenView(write), validationStatus: write.validationStatus });
  }
  return { results };
}

async function getRecord(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "repo"));
  if (account === null) throw invalidRequest("Could not locate record");
  const uri = uriOf({ did: account.id, collection: required(asked, "collection"), rkey: required(asked, "rkey") });
  const record = await find(asked.world, "record", uri);
  const isWanted = record !== null && (asked.parameters.cid ?? record.cid) === record.cid;
  if (!isWanted) throw new Refusal(400, "RecordNotFound", `Could not locate record: ${uri}`);
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
  if (account?.id !== did) throw new Refusal(401, "AuthenticationRequired", "Authentication Required");
  return { ...input.data, did };
}

function writtenView(write: Write) {
  return { uri: uriOf(write), cid: write.cid };
}

function commitOf({ world }: Asked, { cid }: Write) {
  return { cid, rev: nextTid(world.now()) };
}
