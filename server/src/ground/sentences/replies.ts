import { isLabelled, isSentence } from "@rostrum/contract/sentence.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { z } from "zod";
import { tell, tellLabelled } from "./tell.ts";

type Teller = (value: unknown, language: Language) => unknown;

/** What becomes of data of this form before the reader gets it: a program, without a language, gets it as it is. */
export function tellingOf(schema: z.ZodType): <T>(data: T, language: Language | null) => T {
  const teller = tellerOf(schema);
  return (data, language) => (teller === null || language === null || language === "en" ? data : (teller(data, language) as typeof data));
}

/** Tells the sentences in data of this form, and copies only what has some; null if the form has none. */
function tellerOf(schema: z.core.$ZodType): Teller | null {
  const type = schema as z.ZodType;
  if (isLabelled(type)) return (value, language) => (typeof value === "string" ? tellLabelled(language, value) : value);
  if (isSentence(type)) return (value, language) => (typeof value === "string" ? tell(language, value) : value);
  if (type instanceof z.ZodObject) return ofObject(Object.entries(type.shape));
  if (type instanceof z.ZodArray) return ofEach(tellerOf(type.element));
  if (type instanceof z.ZodRecord) return ofValues(tellerOf(type.valueType));
  if (type instanceof z.ZodUnion) return ofOptions(type.options.map(tellerOf));
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) return tellerOf(type.unwrap());
  return null;
}

function ofObject(fields: readonly (readonly [string, z.core.$ZodType])[]): Teller | null {
  const tellers = fields.flatMap(([name, type]) => {
    const teller = tellerOf(type);
    return teller === null ? [] : [[name, teller] as const];
  });
  if (tellers.length === 0) return null;
  return (value, language) => {
    if (!isRecord(value)) return value;
    const told = tellers.flatMap(([name, teller]) => (value[name] == null ? [] : [[name, teller(value[name], language)]]));
    return { ...value, ...Object.fromEntries(told) };
  };
}

function ofEach(teller: Teller | null): Teller | null {
  if (teller === null) return null;
  return (value, language) => (Array.isArray(value) ? value.map((one) => teller(one, language)) : value);
}

function ofValues(teller: Teller | null): Teller | null {
  if (teller === null) return null;
  return (value, language) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, teller(one, language)])) : value;
}

/** No option uses the name of another's sentence for anything else. */
function ofOptions(options: readonly (Teller | null)[]): Teller | null {
  const tellers = options.filter((teller) => teller !== null);
  if (tellers.length === 0) return null;
  return (value, language) => tellers.reduce((told, teller) => teller(told, language), value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
