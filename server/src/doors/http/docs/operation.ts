import { type Html, html } from "../../../ground/web/html.ts";
import { curl } from "./curl.ts";
import { type ContentObject, type OpenApi, type OperationObject, type ParameterObject, resolve } from "./document.ts";
import { type Field, fieldOf, fieldsOf } from "./fields.ts";
import { inline } from "./markdown.ts";
import { examplesOf, json, repliesTable } from "./replies.ts";

/** An operation's location in the document. */
export interface PathOperation {
  /** With path parameters in braces. */
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: OperationObject;
}

/** One operation: description and parameters on one side, request and reply samples on the other. */
export function operationSection(place: PathOperation, document: OpenApi): Html {
  const { path, method, operation } = place;
  const { components, servers } = document;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter, components.parameters));
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  return html`<article id="${operation.operationId}" class="operation">
<div class="about">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<p>${inline(operation.description)}</p>
${parametersTable("Path", parameters, "path", components)}
${parametersTable("Query", parameters, "query", components)}
${body && fieldsTable(html`Body <small>${body[0]}</small>`, fieldsOf(body[1].schema, components.schemas))}
<h4>Errors</h4>
${repliesTable(operation, components)}
</div>
<div class="samples">
<h4>Request</h4>
<pre class="sample command" tabindex="0"><code>${curl({ serverUrl: servers[0].url, method, path, parameters, operation, components })}</code></pre>
${body && otherBodies(body[1], components)}
${success(operation, components)}
</div>
</article>`;
}

type Components = OpenApi["components"];

function parametersTable(
  title: string,
  parameters: readonly ParameterObject[],
  place: ParameterObject["in"],
  components: Components,
): Html | false {
  const rows = parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => ({
      ...fieldOf(parameter.schema, components.schemas),
      name: parameter.name,
      required: parameter.required ?? false,
    }));
  return rows.length > 0 && fieldsTable(html`${title}`, rows);
}

function fieldsTable(title: Html, fields: readonly Field[]): Html {
  return html`<h4>${title}</h4><table class="fields"><tbody>${fields.map(fieldRow)}</tbody></table>`;
}

function fieldRow(field: Field): Html {
  return html`<tr><th scope="row"><code>${field.name}</code>${field.required && html` <small class="required">required</small>`}</th>
<td><small>${[field.type, field.rule].filter((part) => part !== "").join(", ")}${field.default !== undefined && html`, default <code>${String(field.default)}</code>`}</small>
${field.description !== "" && html`<br>${inline(field.description)}`}
${field.choices.length > 0 && html`<br>${field.choices.map((choice) => html`<code>${choice}</code> `)}`}</td></tr>`;
}

/** All bodies but the first, which is in the curl command. */
function otherBodies(content: ContentObject, components: Components): Html[] {
  const [, ...others] = examplesOf(content, components);
  return others.map(
    ({ summary, value }) =>
      html`<details><summary>${summary}</summary><pre class="sample" tabindex="0"><code>${json(value)}</code></pre></details>`,
  );
}

function success(operation: OperationObject, components: Components): Html[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, reply]) => {
      const content = resolve(reply, components.responses).content["application/json"];
      if (content === undefined) return html``;
      const data = content.schema.properties?.data;
      // Required fields are marked in bodies only, not in replies.
      const fields = data ? fieldsOf(data, components.schemas, "data").map((field) => ({ ...field, required: false })) : [];
      return html`<h4>Reply <small>${status}</small></h4>
<pre class="sample" tabindex="0"><code>${json(content.example)}</code></pre>
<details><summary>Fields of the reply</summary>${fieldsTable(html``, fields)}</details>`;
    });
}
