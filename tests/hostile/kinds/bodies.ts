import type { Operation } from "@rostrum/contract/operation.ts";
import { jsonSchemaOf } from "@rostrum/contract/tools/json-schema.ts";
import type { Chance } from "../../../server/src/testing/chance.ts";
import type { Ground } from "../ground.ts";
import { hostileJson, hostileNumber, hostileText, list } from "../values.ts";

/** The parts of a JSON schema that matter here. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
}

/** What a body may name so that it gets past the first checks. */
export type Named = Pick<Ground, "mediaIds" | "channelIds" | "email" | "ids"> & {
  readonly site: Pick<Ground["site"], "url">;
  readonly files: Ground["files"];
};

export function schemaOf(body: NonNullable<Operation["body"]>): Schema {
  return jsonSchemaOf(body, "input");
}

/** A mostly valid JSON body with a few invalid fields; occasionally something else entirely. */
export function hostileBody(chance: Chance, schema: Schema, ground: Named): string {
  const text = chance.percent(85) ? object(chance, schema, ground, 0) : hostileJson(chance);
  if (chance.percent(8)) return text.slice(0, chance.number(0, text.length));
  if (chance.percent(3)) return `\ufeff${text}`;
  return chance.percent(3) ? `${text}${text}` : text;
}

function object(chance: Chance, schema: Schema, ground: Named, depth: number): string {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isLeftOut = chance.percent(schema.required?.includes(name) === true ? 5 : 50);
    return isLeftOut ? [] : [`${JSON.stringify(name)}:${value(chance, name, field, ground, depth)}`];
  });
  if (chance.percent(10)) entries.push(`${JSON.stringify(hostileText(chance))}:${hostileJson(chance)}`);
  if (chance.percent(5)) entries.push(`"__proto__":${hostileJson(chance)}`);
  return `{${entries.join(",")}}`;
}

function value(chance: Chance, name: string, schema: Schema, ground: Named, depth: number): string {
  if (chance.percent(12)) return hostileJson(chance);
  const own = ownValue(chance, name, ground);
  if (own !== null && chance.percent(70)) return JSON.stringify(own);
  const variant = schema.anyOf === undefined ? schema : chance.pick(schema.anyOf);
  if (variant.properties !== undefined && depth < 4) return object(chance, variant, ground, depth + 1);
  const { items } = variant;
  if (items !== undefined && depth < 4) {
    const length = chance.pick([0, 1, 2, 5, 101, 600]);
    if (length > 5) return list(value(chance, name, items, ground, depth + 1), length);
    return `[${Array.from({ length }, () => value(chance, name, items, ground, depth + 1)).join(",")}]`;
  }
  if (variant.enum !== undefined && chance.percent(80)) return JSON.stringify(chance.pick(variant.enum));
  const example = variant.examples?.[0];
  if (chance.percent(45) && example !== undefined) return JSON.stringify(example);
  if (variant.type === "boolean") return String(chance.percent(50));
  if (variant.type === "integer" || variant.type === "number") return chance.percent(50) ? "1" : jsonNumber(hostileNumber(chance));
  return JSON.stringify(hostileText(chance));
}

/** A value with which a field gets past the first checks. */
function ownValue(chance: Chance, name: string, ground: Named): unknown {
  const { site, files, mediaIds, channelIds, email } = ground;
  const fetched = () => `${site.url}/${chance.pick(["any", "any", "loop"])}/${chance.number(1, 1_000_000)}`;
  switch (name) {
    case "feedUrl":
      return fetched();
    case "url":
      return `${site.url}/file/${chance.number(1, 1_000_000)}/${chance.pick([...Object.keys(files.whole), ...Object.keys(files.bombs)])}`;
    case "media":
      return chance.percent(50) ? [{ id: chance.pick(mediaIds) }] : [{ url: ownValue(chance, "url", ground) }];
    case "channels":
      return channelIds;
    case "collectionId":
      return Number(chance.pick(ground.ids.collection_id ?? []));
    case "user":
    case "owner":
    case "email":
      return chance.percent(50) ? email : null;
    case "credentials": {
      const address = `${site.url}/any/${chance.number(1, 1_000_000)}`;
      const text = () => (chance.percent(50) ? "1:a" : hostileText(chance));
      return {
        instance: address,
        accessToken: text(),
        service: address,
        identifier: text(),
        appPassword: text(),
        botToken: "1:a",
        chatId: text(),
        url: address,
        secret: text(),
      };
    }
    default:
      return null;
  }
}

function jsonNumber(text: string): string {
  return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? text : JSON.stringify(text);
}
