import { camelCase, type Operation } from "@rostrum/contract/operation.ts";
import { type OperationName, operationRows } from "@rostrum/contract/operations.ts";
import { compare, type Field, fieldsOf, isOptional, isTimeField, optional, type Parameter, parameterOf } from "./fields.ts";
import { NODE_OPERATIONS, SHOWN_AT_ONCE, SHOWN_WITH, sentence, title } from "./words.ts";

/** How the node makes the request of an operation out of its parameters; the node has the same type. */
interface RequestPlan {
  readonly method: Operation["method"];
  /** With the names of parameters in braces. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Fields that are times: in UTC in the query, in the brand's zone in the body. */
  readonly times: readonly string[];
  readonly paginated: boolean;
  readonly upload: boolean;
}

/** The text of the committed file: what the node shows and sends, from the table. */
export function descriptionFile(): string {
  return `import type { INodeProperties } from "n8n-workflow";
import type { RequestPlan } from "./plan";

/** Written by \`npm run openapi\` from the table of operations: change the table, not this file. */
export const rostrumProperties: INodeProperties[] = ${JSON.stringify(parameters(), null, 2)};

export const requestPlans: Readonly<Record<string, RequestPlan>> = ${JSON.stringify(requestPlans(), null, 2)};
`;
}

/** What each operation sends, by resource and operation. */
export function requestPlans(): Readonly<Record<string, RequestPlan>> {
  return Object.fromEntries(operationRows().map(([name, row]) => [keyOf(name), planOf(row)]));
}

function keyOf(name: OperationName): string {
  const { resource, operation } = NODE_OPERATIONS[name];
  return `${resource}:${operation}`;
}

function planOf(row: Operation): RequestPlan {
  const fields = [...fieldsOf(row.query), ...fieldsOf(row.body)];
  return {
    method: row.method,
    path: `/v1${row.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${camelCase(name)}}`)}`,
    query: queryFields(row).map(({ name }) => name),
    body: fieldsOf(row.body).map(({ name }) => name),
    times: fields.filter(isTimeField).map(({ name }) => name),
    paginated: row.paginated === true,
    upload: row.upload === true,
  };
}

/** Without the numbers of pages: the node pages by itself. */
function queryFields(row: Operation): Field[] {
  return fieldsOf(row.query).filter(({ name }) => !(row.paginated && (name === "page" || name === "perPage")));
}

/** The parameters of the node "Rostrum". */
export function parameters(): Parameter[] {
  const rows = operationRows();
  const resources = [...new Set(rows.map(([name]) => NODE_OPERATIONS[name].resource))];
  const choices = resources.map((value) => ({ name: title(value), value })).sort((one, other) => compare(one.name, other.name));
  const resource: Parameter = {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: choices,
    default: "post",
  };
  return [
    resource,
    ...resources.flatMap((name) => [operationsOf(name), ...merged(rows.flatMap(([own, row]) => parametersOf(own, row, name)))]),
  ];
}

function operationsOf(resource: string): Parameter {
  const own = operationRows().filter(([name]) => NODE_OPERATIONS[name].resource === resource);
  const options = own
    .map(([name, row]) => ({
      name: NODE_OPERATIONS[name].name,
      value: NODE_OPERATIONS[name].operation,
      description: sentence(row.description),
      action: row.summary,
    }))
    .sort((one, other) => compare(one.name, other.name));
  const preset = options.find(({ value }) => value === "create") ?? options[0];
  return {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: preset?.value,
  };
}

/** The parameters of an operation if it belongs to the resource. */
function parametersOf(name: OperationName, row: Operation, wanted: string): Parameter[] {
  const { resource, operation } = NODE_OPERATIONS[name];
  if (resource !== wanted) return [];
  const show = { resource: [resource], operation: [operation] };
  const body = fieldsOf(row.body);
  const atOnce = (field: Field) => !isOptional(field) || (SHOWN_AT_ONCE[name] ?? []).includes(field.name);
  const rest = body.filter((field) => !atOnce(field));
  const filters = queryFields(row);
  const parameters: Parameter[] = [
    ...fieldsOf(row.params).map((field) => parameterOf(field, "top")),
    ...(row.upload ? [FILE] : []),
    ...body.filter(atOnce).map((field) => asked(parameterOf(field, "top"), field)),
    ...(row.paginated ? [RETURN_ALL, LIMIT] : []),
    ...(filters.length > 0 ? [optional("filters", "Filters", "Add Filter", filters)] : []),
    ...(rest.length > 0 ? [optional("additionalFields", "Additional Fields", "Add Field", rest)] : []),
    ...(row.upload ? [FILE_NAME] : []),
  ];
  return parameters.map((parameter) => ({ ...parameter, displayOptions: { show: { ...show, ...parameter.displayOptions?.show } } }));
}

/** Marks what has to be given, and shows what means something only with another field's value. */
function asked(parameter: Parameter, field: Field): Parameter {
  const only = SHOWN_WITH[field.name];
  const required = isOptional(field) && only === undefined ? {} : { required: true as const };
  const displayOptions = only === undefined ? {} : { displayOptions: { show: { [only.field]: only.values } } };
  // What may be left out says so with an empty choice.
  const isLeftOut = isOptional(field) && only === undefined && parameter.type === "options";
  const empty = isLeftOut ? { options: [{ name: "Unchanged", value: "" }, ...(parameter.options ?? [])], default: "" } : {};
  return { ...parameter, ...required, ...displayOptions, ...empty };
}

/** One parameter for operations that have the same. */
function merged(parameters: readonly Parameter[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const parameter of parameters) {
    const { operation: own = [], ...show } = parameter.displayOptions?.show ?? {};
    const key = JSON.stringify({ ...parameter, displayOptions: show });
    const others = found.get(key)?.displayOptions?.show.operation ?? [];
    found.set(key, { ...parameter, displayOptions: { show: { ...show, operation: [...others, ...own] } } });
  }
  return [...found.values()];
}

const RETURN_ALL: Parameter = {
  displayName: "Return All",
  name: "returnAll",
  type: "boolean",
  default: false,
  description: "Whether to return all results or only up to a given limit",
};

const LIMIT: Parameter = {
  displayName: "Limit",
  name: "limit",
  type: "number",
  typeOptions: { minValue: 1 },
  default: 50,
  description: "Max number of results to return",
  displayOptions: { show: { returnAll: [false] } },
};

const FILE: Parameter = {
  displayName: "Input Data Field Name",
  name: "binaryPropertyName",
  type: "string",
  default: "data",
  required: true,
  description: "The name of the input field that has the file",
};

const FILE_NAME: Parameter = {
  displayName: "File Name",
  name: "fileName",
  type: "string",
  default: "",
  description: "A different name for the file",
};
