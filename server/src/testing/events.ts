import type { Dashboard } from "./dashboard.ts";
import type { Stage } from "./stage.ts";

/** An open stream of a brand's changes, as the dashboard reads it. */
export interface Watched extends AsyncDisposable {
  readonly status: number;
  readonly headers: Headers;
  /** Everything that came so far. */
  readonly text: () => string;
  /** The nouns of all changes so far. */
  readonly nouns: () => string[];
  readonly isOver: () => boolean;
}

export async function watch(
  stage: Pick<Stage, "url">,
  { cookie }: Pick<Dashboard, "cookie">,
  brandId: number,
  since: string | null = null,
): Promise<Watched> {
  const controller = new AbortController();
  const asked = since === null ? "" : `?${new URLSearchParams({ since })}`;
  const response = await fetch(`${stage.url}/app/api/brands/${brandId}/events${asked}`, { headers: { cookie }, signal: controller.signal });
  let text = "";
  let isOver = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    nouns: () => [...text.matchAll(/^event: change\ndata: (.*)$/gm)].flatMap(([, data = ""]) => JSON.parse(data).nouns),
    isOver: () => isOver,
    async [Symbol.asyncDispose]() {
      controller.abort();
      await reading;
    },
  };
}
