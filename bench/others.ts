import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** They are sent one by one, like a person's, without adding load. */
const PAUSE_MILLISECONDS = 10;

/** Requests a page of posts repeatedly until a promise settles; returns each latency in milliseconds. */
export async function others(ask: Others, end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  const milliseconds: number[] = [];
  while (!isOver) {
    const start = performance.now();
    const reply = await fetch(`http://127.0.0.1:${ask.port}${ask.path}`, { headers: { Authorization: `Bearer ${ask.apiKey}` } });
    const { data } = (await reply.json()) as { data: unknown[] };
    milliseconds.push(performance.now() - start);
    assert.ok(reply.status === 200 && data.length === 25);
    await sleep(PAUSE_MILLISECONDS);
  }
  await over;
  return milliseconds;
}

export interface Others {
  readonly port: number;
  /** Of a page of 25 posts. */
  readonly path: string;
  readonly apiKey: string;
}
