import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { fieldsIn, openStage, type Stage } from "../../facebook/sandbox/testing/stage.ts";
import { listIn, type Parameters, refusalIn, textAt } from "../../sandbox/meta/testing/answers.ts";
import { instagramSandbox } from "./index.ts";

const ADA = { name: "Ada" };
const PAGE_FIELDS = "name,access_token,instagram_business_account{id,username,name,profile_picture_url}";
const Page = z.object({
  name: z.string(),
  access_token: z.string(),
  instagram_business_account: z.object({ id: z.string(), username: z.string(), name: z.string() }).optional(),
});

let stage: Stage;
/** Of the account, and of the Page that it is linked with. */
let accountId = "";
let token = "";
beforeEach(async () => {
  stage = await openStage();
  const page = await studioOf(await stage.personToken(ADA));
  accountId = page?.instagram_business_account?.id ?? "";
  token = page?.access_token ?? "";
});
afterEach(() => stage[Symbol.asyncDispose]());

async function studioOf(personToken: string) {
  const pages = listIn(await stage.ask("GET", "/me/accounts", { access_token: personToken, fields: PAGE_FIELDS }));
  return pages.map((page) => Page.parse(page)).find(({ name }) => name === "Ada Studio");
}

const ask = (method: string, path: string, parameters: Parameters = {}) => stage.ask(method, path, { access_token: token, ...parameters });
const create = async (parameters: Parameters) => fieldsIn(await ask("POST", `/${accountId}/media`, parameters));
const publish = async (id: unknown) => textAt(await ask("POST", `/${accountId}/media_publish`, { creation_id: String(id) }), "id");
const statusOf = async (id: unknown) => fieldsIn(await ask("GET", `/${id}`, { fields: "status_code" })).status_code;
const image = () => ({ image_url: stage.link("a.jpg") });
const bytes = () => stage.files.get("v.mp4") ?? new Uint8Array();
const toRupload = (uri: unknown, headers: Record<string, string>, body?: Uint8Array) =>
  stage.upload(String(uri), { authorization: `OAuth ${token}`, ...headers }, body);

test("a Page has its account with an id that is none of Facebook's own", async () => {
  assert.match(accountId, /^178414\d{11}$/);
  const account = fieldsIn(await ask("GET", `/${accountId}`, { fields: "username,name" }));
  assert.deepEqual(account, { username: "ada_studio", name: "Ada Studio", id: accountId });
});

test("the same data are on both hosts, and the caption is on this one only", async () => {
  const { id: container } = await create({ ...image(), caption: "Fresh bread" });
  const id = await publish(container);
  assert.equal(await statusOf(container), "PUBLISHED");
  assert.deepEqual(fieldsIn(await ask("GET", `/${id}`, { fields: "caption,media_type" })), {
    caption: "Fresh bread",
    media_type: "IMAGE",
    id,
  });
  assert.deepEqual(listIn(await ask("GET", `/${accountId}/media`, { fields: "id" })), [{ id }]);
  const comment = textAt(await ask("POST", `/${id}/comments`, { message: "Order here" }), "id");
  assert.deepEqual(listIn(await ask("GET", `/${id}/comments`, { fields: "text" })), [{ text: "Order here", id: comment }]);
  assert.equal(listIn(await ask("GET", `/${id}/insights`, { metric: "likes" })).length, 1);
  const [reply, post] = await instagramSandbox.feed(stage.world.neighbour("instagram"), { limit: 10 });
  assert.deepEqual([post?.author, post?.text, reply?.text], ["@ada_studio", "Fresh bread", "Order here"]);
});

test("the fields of an account that only the other host has are refused", async () => {
  assert.deepEqual(refusalIn(await ask("GET", `/${accountId}`, { fields: "account_type" })), [400, 100]);
});

test("a token reaches the accounts of the Pages that the person let in, and with the scopes that they gave", async () => {
  const { id } = await create(image());
  await stage.logIn({ ...ADA, pages: ["Ada Shop"] });
  const person = await stage.personToken({ ...ADA, pages: ["Ada Shop"] });
  assert.deepEqual(refusalIn(await ask("GET", `/${accountId}`, { access_token: person })), [400, 100, 33]);
  assert.deepEqual(refusalIn(await ask("GET", `/${id}`, { access_token: person })), [400, 100, 33]);
  const reader = await stage.personToken({ ...ADA, scopes: ["pages_show_list", "instagram_basic"] });
  assert.equal((await ask("GET", `/${accountId}`, { access_token: reader })).status, 200);
  assert.deepEqual(refusalIn(await ask("POST", `/${accountId}/media`, { ...image(), access_token: reader })), [400, 10]);
});

test("bytes are uploaded in one piece or in several, and then processed", async () => {
  const whole = await create({ media_type: "REELS", upload_type: "resumable", caption: "By bytes" });
  assert.equal(whole.uri, `${stage.world.baseUrl}/upload/ig-api-upload/v25.0/${whole.id}`);
  assert.equal(await statusOf(whole.id), "IN_PROGRESS");
  const size = String(bytes().byteLength);
  assert.deepEqual(fieldsIn(await toRupload(whole.uri, { offset: "0", file_size: size }, bytes())), { success: true });
  assert.equal(await statusOf(whole.id), "IN_PROGRESS");
  const parts = await create({ media_type: "STORIES", upload_type: "resumable" });
  const error = async (offset: string, part: Uint8Array) => {
    const { status, body } = await toRupload(parts.uri, { offset, file_size: size }, part);
    return [status, Object(body).debug_info.type];
  };
  assert.deepEqual(await error("0", bytes().subarray(0, 1000)), [400, "PartialRequestError"]);
  assert.deepEqual(await error("0", bytes()), [400, "OffsetInvalidError"]);
  assert.deepEqual(fieldsIn(await toRupload(parts.uri, { offset: "1000", file_size: size }, bytes().subarray(1000))), { success: true });
  assert.deepEqual(await error("0", bytes()), [400, "ProcessingFailedError"]);
  stage.pass(2);
  assert.deepEqual([await statusOf(whole.id), await statusOf(parts.id)], ["FINISHED", "FINISHED"]);
  await publish(whole.id);
  const [post] = await instagramSandbox.feed(stage.world.neighbour("instagram"), { limit: 10 });
  assert.deepEqual([post?.text, post?.label, post?.media[0]?.mime], ["By bytes", "Reel", "video/mp4"]);
});

test("the upload wants the token as OAuth", async () => {
  const { uri } = await create({ media_type: "REELS", upload_type: "resumable" });
  const text = Buffer.from("no video");
  const headers = { authorization: `Bearer ${token}`, offset: "0", file_size: String(text.byteLength) };
  const { status, body } = await toRupload(uri, headers, text);
  assert.deepEqual([status, Object(body).debug_info.type], [400, "NotAuthorizedError"]);
});

test("an upload of what is no video fails in processing", async () => {
  const { id, uri } = await create({ media_type: "REELS", upload_type: "resumable" });
  const text = Buffer.from("no video");
  assert.deepEqual(fieldsIn(await toRupload(uri, { offset: "0", file_size: String(text.byteLength) }, text)), { success: true });
  stage.pass(2);
  assert.equal(await statusOf(id), "ERROR");
});

test("faults of the host strike this network's calls by what they are for", async () => {
  await stage.fault("error-before");
  const { id } = await create(image());
  assert.deepEqual(refusalIn(await ask("POST", `/${accountId}/media_publish`, { creation_id: String(id) })), [500, 2]);
  assert.equal(await statusOf(id), "FINISHED");
  await stage.fault("lists-refused");
  assert.deepEqual(refusalIn(await ask("GET", `/${id}`, { fields: "status_code" })), [400, 100, 33]);
  await stage.fault("processing", { seconds: 600 });
  const slow = await create(image());
  assert.equal(await statusOf(slow.id), "IN_PROGRESS");
  await publish(id);
  await stage.fault("late-lists", { seconds: 60 });
  assert.deepEqual(listIn(await ask("GET", `/${accountId}/media`)), []);
  stage.pass(60);
  assert.equal(listIn(await ask("GET", `/${accountId}/media`)).length, 1);
});
