/** What the address of a new post says about it. */
export interface WriteSearch {
  readonly collection?: number;
  /** On the brand's clock: `YYYY-MM-DD`, or `YYYY-MM-DD HH:mm`. */
  readonly date?: string;
  /** A draft that goes on. */
  readonly draft?: number;
  /** The brand's first one: its text is where one types. */
  readonly first?: true;
  /** It begins with the files that were dropped on another page of the dashboard. */
  readonly dropped?: true;
  /** It begins with what was shared from elsewhere, which this browser keeps. */
  readonly shared?: true;
  /** What was shared, where the browser can keep nothing. */
  readonly caption?: string;
  readonly link?: string;
}

/** Anything else in the address is ignored. */
export function readWriteSearch(search: Readonly<Record<string, unknown>>): WriteSearch {
  const collection = idOf(search.collection);
  const draft = idOf(search.draft);
  const date = typeof search.date === "string" && /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2})?/.test(search.date) ? search.date : null;
  return {
    ...(collection === null ? {} : { collection }),
    ...(date === null ? {} : { date }),
    ...(draft === null ? {} : { draft }),
    ...(search.first === true ? { first: true } : {}),
    ...(search.dropped === true ? { dropped: true } : {}),
    ...(search.shared === true ? { shared: true, ...textsIn(search, ["caption", "link"]) } : {}),
  };
}

function idOf(value: unknown): number | null {
  const id = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : null;
}

function textsIn(search: Readonly<Record<string, unknown>>, names: readonly ("caption" | "link")[]): Pick<WriteSearch, "caption" | "link"> {
  return Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])));
}
