import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from "n8n-workflow";
import { entries } from "./pages";
import { request } from "./request";

/** What can be chosen from lists: brands, and what belongs to the chosen brand. */

const PAGE_SIZE = 100;

export async function searchBrands(this: ILoadOptionsFunctions, filter?: string, page?: string): Promise<INodeListSearchResult> {
  return await search(this, "/v1/brands", ({ title }) => String(title), { filter, page });
}

export async function searchCollections(this: ILoadOptionsFunctions, filter?: string, page?: string): Promise<INodeListSearchResult> {
  return await search(this, `${brandPath(this)}/collections`, ({ title }) => String(title), { filter, page });
}

export async function searchPosts(this: ILoadOptionsFunctions, filter?: string, page?: string): Promise<INodeListSearchResult> {
  return await search(this, `${brandPath(this)}/posts`, postName, { filter, page });
}

export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const channels = await entries(this, { method: "GET", path: `${brandPath(this)}/channels` }, null);
  return channels.map(({ id, name, type }) => ({ name: `${name} (${type})`, value: id as number }));
}

export async function getCollections(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const collections = await entries(this, { method: "GET", path: `${brandPath(this)}/collections` }, null);
  return collections.map(({ id, title }) => ({ name: String(title), value: id as number }));
}

interface Wanted {
  readonly filter: string | undefined;
  readonly page: string | undefined;
}

/** One page of a list, of which those are shown whose name has the filter's text. */
async function search(
  context: ILoadOptionsFunctions,
  path: string,
  nameOf: (entry: IDataObject) => string,
  { filter = "", page = "1" }: Wanted,
): Promise<INodeListSearchResult> {
  const { body } = await request(context, { method: "GET", path, query: { page: Number(page), per_page: PAGE_SIZE } });
  const named = (body.data as IDataObject[]).map((entry) => ({ name: nameOf(entry), value: String(entry.id) }));
  const results = named.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  const isLast = (body.pagination as IDataObject).nextPageUrl === null;
  return isLast ? { results } : { results, paginationToken: String(Number(page) + 1) };
}

const NAME_LENGTH_MAX = 80;

function postName({ id, title, body }: IDataObject): string {
  const words = String(title ?? body)
    .replace(/\s+/g, " ")
    .trim();
  return `${id}: ${words.length > NAME_LENGTH_MAX ? `${words.slice(0, NAME_LENGTH_MAX)}…` : words}`;
}

function brandPath(context: ILoadOptionsFunctions): string {
  const brand = context.getCurrentNodeParameter("brandId", { extractValue: true });
  return `/v1/brands/${encodeURIComponent(String(brand ?? ""))}`;
}
