import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { vendorContract } from "../../../testing/contracts.ts";
import { aJourney, answered, begun } from "../../connectors/oauth/testing/log-in.ts";
import { pinterest } from "./index.ts";
import { logIn } from "./log-in.ts";
import { openContract } from "./testing/contract.ts";
import { deliver } from "./testing/delivery.ts";
import { anImage, aPng, aPost, aVideo, OUT_OF_REACH } from "./testing/posts.ts";
import { type Exchange, openStage, PIN_CALL, type Stage } from "./testing/stage.ts";

const { path, skip } = vendorContract("pinterest/openapi.json");

/** Every request that the connector makes, by its path in the contract, and the fields that it sends beside it. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  // The contract names the parameter in the text of the operation, not among its fields.
  "POST /oauth/token": ["continuous_refresh"],
  "GET /user_account": [],
  "GET /boards": [],
  "POST /boards": [],
  "GET /boards/{board_id}": [],
  "GET /boards/{board_id}/pins": [],
  "GET /pins": [],
  "POST /pins": [],
  "GET /pins/{pin_id}": [],
  "POST /media": [],
  "GET /media/{media_id}": [],
};

let stage: Stage;
let contract: ReturnType<typeof openContract>;
before(async () => {
  stage = await openStage();
  if (skip === false) contract = openContract(path);
  await play();
});
after(() => stage[Symbol.asyncDispose]());

const base = () => `${stage.world.baseUrl}/v5`;
const isUpload = ({ request: { body } }: Exchange) => body instanceof FormData;

test("the script below makes every request that is checked, and no other", { skip }, () => {
  const made = stage.exchanges
    .filter((exchange) => !isUpload(exchange))
    .map(({ request }) => contract.nameOf(request, base()) ?? request.url);
  assert.deepEqual([...new Set(made)].sort(), Object.keys(OPERATIONS).sort());
});

for (const [operation, beside] of Object.entries(OPERATIONS)) {
  test(`${operation}: path, parameters, body and their types are in the contract`, { skip }, (context) => {
    const requests = stage.exchanges.map(({ request }) => request).filter((request) => contract.nameOf(request, base()) === operation);
    assert.ok(requests.length > 0);
    assert.deepEqual(
      requests.flatMap((request) => contract.mistakesIn(operation, request, { base: base(), beside })),
      [],
    );
    context.diagnostic(`${requests.length} requests to ${operation} were held against the contract`);
  });
}

test("the check finds what is not in the contract", { skip }, () => {
  const request = (body: unknown) => ({
    method: "POST" as const,
    url: `${base()}/pins?note=1`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const media_source = { source_type: "image_url", url: "https://social.example/a.jpg", name: "a" };
  const found = contract.mistakesIn("POST /pins", request({ board_id: "mugs", title: "t".repeat(101), key: "k", media_source }), {
    base: base(),
  });
  for (const words of ["parameter note", "board_id", "title", '"key"', '"name"'])
    assert.ok(
      found.some((text) => text.includes(words)),
      words,
    );
});

test("every source of media has been checked, and the number of paths is told", { skip }, (context) => {
  const sources = stage.exchanges.flatMap(({ request: { body } }) =>
    body instanceof Uint8Array || typeof body === "string" ? [Buffer.from(body).toString()] : [],
  );
  for (const source of ["image_url", "image_base64", "multiple_image_urls", "multiple_image_base64", "video_id"]) {
    assert.ok(
      sources.some((text) => text.includes(`"source_type":"${source}"`)),
      source,
    );
  }
  const uploads = stage.exchanges.filter(isUpload).length;
  assert.ok(uploads > 0);
  context.diagnostic(`${Object.keys(OPERATIONS).length} paths of Pinterest checked; ${uploads} uploads to an address that it named`);
});

/** Everything the connector does. */
async function play(): Promise<void> {
  const { account, call } = stage;
  const published = async (fields: Parameters<typeof aPost>[0]) => {
    const outcome = await deliver(stage, aPost(fields)).toEnd();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    return outcome;
  };
  const words = { title: "Mug", alt: "A blue mug", link: "https://shop.example/mug" };
  const { remoteId } = await published(words);
  await published({ ...words, media: [anImage(), aPng()] });
  await published({ media: [aVideo()] });
  await published({ media: [aVideo(), anImage()] });
  await stage.settings({ fetches_images: false });
  await published({ media: [anImage(OUT_OF_REACH)] });
  await published({ media: [anImage(), aPng(OUT_OF_REACH)] });
  await published({ media: [aVideo(), anImage()] });
  await stage.settings({});
  stage.fault({ ...PIN_CALL, act: "drop" });
  await published({ text: "Lost" });
  assert.equal((await pinterest.counts?.([remoteId], account, call()))?.kind, "counted");
  await logInAndMakeBoards();
}

async function logInAndMakeBoards(): Promise<void> {
  const call = stage.logInCall();
  const journey = aJourney(logIn, stage.call(), { publicUrl: "https://social.example", application: call.application });
  const { url, memory } = await begun(logIn, "", journey);
  const { origin, pathname, search } = new URL(url);
  const fields = [
    ["asked", search.slice(1)],
    ["name", "Anna"],
    ["decision", "allow"],
    ...logIn.scopes.map(({ name }) => ["given_scope", name]),
  ];
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const parameters = Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
  const finished = await logIn.finish(answered(journey, parameters, memory), call);
  assert.ok(finished.kind === "granted", JSON.stringify(finished));
  assert.equal((await logIn.create?.make(finished.grant, "Winter", call))?.kind, "made");
  assert.equal((await logIn.accounts(finished.grant, call)).kind, "listed");
  assert.equal((await logIn.renew?.(finished.grant, call))?.kind, "renewed");
  assert.equal((await logIn.probe(finished.grant, call)).kind, "works");
}
