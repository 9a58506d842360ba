import { z } from "zod";

const Paging = z.object({
  paging: z.object({ next: z.string().refine((url) => URL.canParse(url)), cursors: z.object({ after: z.string() }).optional() }),
});

/** What only the first request names. */
const NOT_OF_THE_PAGE = ["access_token", "fields", "limit"];

/**
 * The parameters that lead to the next page of a list, in addition to those of the first request; null after the last. The
 * address in the response is not followed as it is: it contains the token, and could lead anywhere.
 * https://developers.facebook.com/docs/graph-api/results (2026-11).
 */
export function nextPage(body: unknown): Readonly<Record<string, string>> | null {
  const paging = Paging.safeParse(body);
  if (!paging.success) return null;
  const { next, cursors } = paging.data.paging;
  if (cursors !== undefined) return { after: cursors.after };
  return Object.fromEntries([...new URL(next).searchParams].filter(([name]) => !NOT_OF_THE_PAGE.includes(name)));
}
