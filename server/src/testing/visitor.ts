import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A minimal browser without scripts: it keeps cookies, does not follow redirects, and submits forms. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  /** Fields as pairs may repeat a name. */
  post(
    path: string,
    fields: Readonly<Record<string, string>> | [string, string][],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Visited>;
  /** Submits the first form with this `action`, as filled in by the page, with these fields changed. */
  submit(page: Visited, action: string, fields?: Readonly<Record<string, string>>): Promise<Visited>;
}

export interface Visited {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What is read, in one line. */
  readonly text: string;
  readonly forms: readonly { readonly action: string; readonly fields: Readonly<Record<string, string>> }[];
  /** Redirect target of the response; null for a page. */
  readonly location: string | null;
}

export function aVisitor(url: string): Visitor {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit): Promise<Visited> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return visited(response, await response.text());
  };
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, fields, headers = {}) => request(path, { method: "POST", headers, body: new URLSearchParams(fields) }),
    submit(page, action, fields = {}) {
      const form = page.forms.find((one) => one.action === action);
      if (form === undefined) throw new Error(`no form to ${action} on: ${page.text}`);
      return visitor.post(action, { ...form.fields, ...fields });
    },
  };
  return visitor;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...rules] = line.split("; ");
  const [name = "", value = ""] = pair.split("=");
  if (rules.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, value);
}

function visited(response: Response, html: string): Visited {
  const elements = elementsOf(parse(html));
  const forms = elements.filter(({ tagName }) => tagName === "form");
  return {
    status: response.status,
    headers: response.headers,
    html,
    text: elements
      .filter(({ tagName }) => tagName === "main")
      .map(textOf)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim(),
    forms: forms.map((form) => ({ action: attribute(form, "action") ?? "", fields: fieldsOf(form) })),
    location: response.headers.get("location"),
  };
}

/** Without buttons: the test says which one is pressed. */
function fieldsOf(form: Element): Record<string, string> {
  const inputs = elementsOf(form).filter(({ tagName }) => tagName === "input");
  const isChoice = (input: Element) => ["checkbox", "radio"].includes(attribute(input, "type") ?? "");
  const sent = inputs.filter((input) => !isChoice(input) || attribute(input, "checked") !== undefined);
  return Object.fromEntries(sent.map((input) => [attribute(input, "name") ?? "", attribute(input, "value") ?? ""]));
}

function elementsOf(node: Node): Element[] {
  const inner = "childNodes" in node ? node.childNodes.flatMap(elementsOf) : [];
  return "attrs" in node ? [node, ...inner] : inner;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function textOf(node: Node): string {
  return "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textOf).join(" ") : "";
}
