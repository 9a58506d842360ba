/** What somebody shares with the dashboard. */
export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly files: readonly File[];
}

/** Where the service worker keeps what the device's share menu sent; the names are those of `service-worker.js`. */
const KEPT_IN = "rostrum-shared";
const KEPT_AT = "/share/kept";
/** Nobody looks for it later. */
const KEPT_MILLISECONDS = 86_400_000;

/** What waits in this browser; null if nothing does, or not any more. */
export async function readShared(): Promise<Shared | null> {
  // Without https there is neither a share menu nor this storage.
  if (!("caches" in globalThis)) return null;
  const kept = await (await caches.open(KEPT_IN)).match(KEPT_AT);
  if (kept === undefined) return null;
  if (Date.now() - Number(kept.headers.get("x-kept-at")) > KEPT_MILLISECONDS) {
    await forgetShared();
    return null;
  }
  return sharedIn(await kept.formData());
}

/** Keeps it until the composer takes it: what a page elsewhere has sent, once somebody has said that they want it. */
export async function keepShared({ title, text, url, files }: Shared): Promise<boolean> {
  if (!("caches" in globalThis)) return false;
  const form = new FormData();
  for (const [name, value] of Object.entries({ title, text, url })) form.set(name, value);
  for (const file of files) form.append("files", file);
  await (await caches.open(KEPT_IN)).put(KEPT_AT, new Response(form, { headers: { "x-kept-at": String(Date.now()) } }));
  return true;
}

/** What waits in this browser, and waits no longer. */
export async function takeShared(): Promise<Shared | null> {
  const shared = await readShared();
  if (shared !== null) await forgetShared();
  return shared;
}

let carried: readonly File[] = [];

/** Gives files from one page of the dashboard to the composer that it opens; nothing is kept for later. */
export function carryFiles(files: readonly File[]): void {
  carried = files;
}

/** Those that were carried here, once. */
export function takeCarried(): readonly File[] {
  const files = carried;
  carried = [];
  return files;
}

export async function forgetShared(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(KEPT_IN);
}

function sharedIn(form: FormData): Shared {
  const textIn = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  // An empty field for files counts as a file without name and content.
  const files = form.getAll("files").filter((value) => value instanceof File && value.size > 0) as File[];
  return { title: textIn("title"), text: textIn("text"), url: textIn("url"), files };
}

export function isEmpty({ title, text, url, files }: Shared): boolean {
  return files.length === 0 && [title, text, url].every((value) => value.trim() === "");
}

/**
 * What becomes of it in a post. Apps write the address of a page into its text as often as into its own field: then the text goes
 * without it. A page of which only title and address are known is told by its title.
 */
export function postOf({ title, text, url }: Pick<Shared, "title" | "text" | "url">): { readonly caption: string; readonly link: string } {
  const link = webAddress(url) ?? webAddress(/https?:\/\/\S+$/.exec(text.trim())?.[0] ?? "") ?? "";
  const rest = link === "" ? text : withoutEnd(text.trim(), [link, url.trim(), /https?:\/\/\S+$/.exec(text.trim())?.[0] ?? ""]);
  const caption = [rest, title, link].map((words) => words.trim()).find((words) => words !== "") ?? "";
  return { caption: url.trim() !== "" && link === "" ? `${caption}\n\n${url.trim()}`.trim() : caption, link };
}

/** Whichever of the endings that mean the address it has is left out. */
function withoutEnd(text: string, endings: readonly string[]): string {
  const ending = endings.find((one) => one !== "" && text.endsWith(one) && webAddress(one) !== null);
  return ending === undefined ? text : text.slice(0, -ending.length).trim();
}

function webAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
