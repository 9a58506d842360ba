import type { App } from "./app.ts";

export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly brandId: number;
  readonly collectionId: number;
}

export async function makeDemo(_app: App): Promise<Demo | null> {
  return null;
}
