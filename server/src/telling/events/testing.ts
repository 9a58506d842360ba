import assert from "node:assert/strict";
import { EVENT_TYPES, type EventType, eventSchema } from "@rostrum/contract/events.ts";
import { query } from "../../ground/database/query.ts";
import { must, type Place } from "../../testing/builders.ts";
import { call, type Stage } from "../../testing/stage.ts";

/** An event as it was stored. */
export interface Told {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every form and compare them whole
  readonly body: any;
}

/** All events of the brand, in their order. Each has the form that the contract says, and nothing beside it. */
export async function toldIn(stage: Pick<Stage, "app">, brandId: number): Promise<Told[]> {
  const rows = await query<Told & { body: string }>(stage.app.db, {
    text: "select id, type, subject, body from events where brand_id = $1 order by seq",
    values: [brandId],
  });
  return rows.map((row) => {
    const body = JSON.parse(row.body);
    assert.match(row.id, /^msg_[0-9a-f]{32}$/);
    assert.ok(Buffer.byteLength(row.body) <= 20_000, "small");
    if (isType(row.type)) assert.deepEqual(eventSchema(row.type).parse(body), body);
    return { ...row, body };
  });
}

function isType(type: string): type is EventType {
  return EVENT_TYPES.some((each) => each === type);
}

export async function typesToldIn(stage: Pick<Stage, "app">, brandId: number): Promise<string[]> {
  return (await toldIn(stage, brandId)).map(({ type }) => type);
}

/** Makes a webhook with the person's API key, as programs do. */
export async function aWebhook(
  stage: Pick<Stage, "url">,
  place: Place,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: number; readonly secret: string; readonly publicKey: string | null }> {
  const body = { url: "https://hooks.example.org/rostrum", ...facts };
  return must(call(`${stage.url}/app/api/brands/${place.brandId}/webhooks`, "POST", place.person.key, body));
}
