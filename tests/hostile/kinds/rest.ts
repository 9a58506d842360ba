import type { Operation } from "@rostrum/contract/operation.ts";
import { snakeCase } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { Chance } from "../../../server/src/testing/chance.ts";
import { type Attack, type Kind, requestAttack } from "../attack.ts";
import type { Ground } from "../ground.ts";
import { escaped, hostilePart, hostileQuery, hostileText, shortText } from "../values.ts";
import { hostileBody, schemaOf } from "./bodies.ts";

type Row = readonly [name: string, row: Operation];

const publicRows: readonly Row[] = Object.entries<Operation>(operations).filter(([, row]) => !row.upload);
/** Without backup and restore, which write and read files at any path: the admin token allows that. */
const adminRows: readonly Row[] = Object.entries<Operation>(privateOperations).filter(([name]) => name !== "backup" && name !== "restore");
const schemas = new Map(
  [...publicRows, ...adminRows].flatMap(([, row]) => (row.body === undefined ? [] : [[row, schemaOf(row.body)] as const])),
);

/** Every operation of the contract's table. */
export const restKind: Kind = (chance, ground) => {
  const [name, row] = chance.pick(publicRows);
  const token = chance.percent(92) ? `Bearer ${ground.key}` : hostileAuthorization(chance, ground.key);
  return operationAttack(chance, ground, { name: `/v1 ${name}`, row, root: "/v1", token });
};

/** Every admin operation, with the right token and wrong ones. */
export const adminKind: Kind = (chance, ground) => {
  const [name, row] = chance.pick(adminRows);
  const token = chance.percent(85) ? `Bearer ${ground.adminToken}` : hostileAuthorization(chance, ground.adminToken);
  // Operations that would destroy what other inputs need get ids that do not match.
  const isDeadly = row.method === "DELETE" || name === "setPassword" || name === "setSandboxFault";
  const safe = isDeadly ? { ...ground, email: "nobody@example.org", ids: { key_id: ground.ids.key_id ?? [] } } : ground;
  if (name === "setSandboxFault")
    return operationAttack(chance, safe, { name: `admin ${name}`, row, root: "/app/api", token: "Bearer wrong" });
  return operationAttack(chance, safe, { name: `admin ${name}`, row, root: "/app/api", token });
};

function operationAttack(
  chance: Chance,
  ground: Ground,
  { name, row, root, token }: { readonly name: string; readonly row: Operation; readonly root: string; readonly token: string },
): Attack {
  const path = row.path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const own = ground.ids[part] ?? ["999999999"];
    return chance.percent(85) ? chance.pick(own) : hostilePart(chance, own);
  });
  const names = Object.keys(row.query?.shape ?? {}).map(snakeCase);
  const query = chance.percent(row.query === undefined ? 10 : 80) ? hostileQuery(chance, names.length > 0 ? names : ["page"]) : "";
  const schema = schemas.get(row);
  const body = schema === undefined ? (chance.percent(10) ? hostileText(chance) : null) : hostileBody(chance, schema, ground);
  const type = chance.percent(90) ? "application/json" : hostileType(chance);
  return requestAttack({
    name,
    method: row.method,
    path: `${root}${path}${query}`,
    headers: [["Authorization", token], ...(body === null ? [] : [["Content-Type", type] as const]), ...hostileHeaders(chance)],
    body,
  });
}

export function hostileType(chance: Chance): string {
  return chance.pick([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/json;",
    "application/jsonx",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary=${"a".repeat(5000)}`,
    `multipart/form-data${"; a=b".repeat(1000)}`,
    "application/json, application/json",
    "/",
    "é",
    `application/${"json".repeat(1000)}`,
  ]);
}

export function hostileHeaders(chance: Chance): [string, string][] {
  if (chance.percent(70)) return [];
  return Array.from({ length: chance.pick([1, 2, 60]) }, () => [
    chance.pick([
      "X-Forwarded-For",
      "X-Forwarded-Proto",
      "X-Forwarded-Host",
      "Forwarded",
      "Accept",
      "Accept-Encoding",
      "Range",
      "If-None-Match",
      "Cookie",
      "Origin",
      "Expect",
      "X-Request-Id",
      "Accept-Language",
      "Sec-Fetch-Site",
      "Upgrade",
      "Content-Encoding",
      "TE",
      "Via",
    ]),
    chance.pick([
      "",
      "127.0.0.1",
      "::1, 10.0.0.1, x",
      "1".repeat(300),
      `${"1.2.3.4, ".repeat(300)}`,
      "[::",
      'for="[::1"',
      "https",
      "bytes=0-",
      "bytes=-1,2-,99999999999999999999-",
      "*",
      "gzip, br;q=9",
      "null",
      "a=b; ".repeat(200),
      "100-continue",
      "websocket",
      "é\u0300",
      hostileHeaderText(chance),
    ]),
  ]);
}

export function hostileAuthorization(chance: Chance, token: string): string {
  return chance.pick([
    "",
    "Bearer",
    "Bearer ",
    "Basic YTpi",
    `Bearer ${token} ${token}`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${"a".repeat(9000)}`,
    `bearer\t${token}`,
    `Bearer ${"é".repeat(10)}`,
    `Digest ${escaped(shortText(chance))}`,
    token,
  ]);
}

function hostileHeaderText(chance: Chance): string {
  return shortText(chance).slice(0, 300);
}
