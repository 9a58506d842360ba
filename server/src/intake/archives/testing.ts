import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { AdvisoryLocks, LOCK_SPACES } from "../../ground/database/locks.ts";
import { must } from "../../testing/builders.ts";
import { ADMIN_TOKEN, type Reply, type Stage } from "../../testing/stage.ts";
import { workOnArchives } from "./loop.ts";

/** Does what the service does in the background: makes the archives that were asked for, and removes old ones. */
export async function makeAsked(stage: Stage): Promise<void> {
  await using locks = new AdvisoryLocks(stage.databaseUrl, LOCK_SPACES.archives);
  await workOnArchives(stage.app, { locks, stop: new AbortController().signal });
}

/** The brand's archive, as its owner downloads it. */
export async function archiveOf(stage: Stage, brandId: number): Promise<Buffer<ArrayBuffer>> {
  const { id } = await must(stage.admin("POST", `/../brands/${brandId}/archives`));
  await makeAsked(stage);
  const reply = await downloaded(stage, { brandId, archiveId: id });
  if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
  return Buffer.from(await reply.arrayBuffer());
}

export function downloaded(
  stage: Stage,
  { brandId, archiveId }: { readonly brandId: number; readonly archiveId: number },
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${ADMIN_TOKEN}` },
): Promise<Response> {
  return fetch(`${stage.url}/app/api/brands/${brandId}/archives/${archiveId}/file`, { headers });
}

/** Brings an archive into the account of the person with this address, as the operator. */
export async function broughtIn(
  stage: Stage,
  archive: Buffer<ArrayBuffer>,
  { owner, again = false }: { readonly owner: string; readonly again?: boolean },
): Promise<Reply> {
  const query = new URLSearchParams({ owner, ...(again ? { again: "yes" } : {}) });
  const reply = await fetch(`${stage.url}/app/api/admin/brand-arrivals?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/zip" },
    body: new Blob([archive]),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

/** The files of an archive by name, in their order. */
export async function entriesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

/** An archive of these, whose manifest has their checksums, and otherwise what it has, or what is given in its place. */
export async function archiveFrom(files: ReadonlyMap<string, Buffer>, change: object = {}): Promise<Buffer<ArrayBuffer>> {
  const manifest = { ...JSON.parse(String(files.get("manifest.json"))), ...change };
  for (const file of manifest.files) {
    const bytes = files.get(file.name) ?? Buffer.alloc(0);
    file.sizeBytes = bytes.length;
    file.sha256 = createHash("sha256").update(bytes).digest("hex");
    file.lines = bytes.toString().split("\n").length - 1;
  }
  return zipOf(new Map(files).set("manifest.json", Buffer.from(JSON.stringify(manifest))));
}

/** A ZIP file of these. */
export async function zipOf(entries: Iterable<readonly [string, Buffer]>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}
