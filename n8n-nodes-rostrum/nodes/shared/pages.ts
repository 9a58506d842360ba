import type { IDataObject } from "n8n-workflow";
import { type ApiRequest, type Context, request } from "./request";

const PAGE_SIZE_MAX = 100;

/** The entries of a list, up to the limit if there is one. Pages may be short, so the service says which one is the last. */
export async function entries(context: Context, list: ApiRequest, limit: number | null): Promise<IDataObject[]> {
  const found: IDataObject[] = [];
  const size = Math.min(limit ?? PAGE_SIZE_MAX, PAGE_SIZE_MAX);
  for (let page = 1; ; page += 1) {
    const { body } = await request(context, { ...list, query: { ...list.query, page, per_page: size } });
    found.push(...(body.data as IDataObject[]));
    const isLast = (body.pagination as IDataObject).nextPageUrl === null;
    if (isLast || (limit !== null && found.length >= limit)) return limit === null ? found : found.slice(0, limit);
  }
}
