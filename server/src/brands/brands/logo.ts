import { createHash } from "node:crypto";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { fileIn, type LogoFile, logoUrlOf } from "./logo-rules.ts";
import { findLogo, storeLogo } from "./logo-store.ts";

export async function setBrandLogo(app: App, { brandId, body }: PrivateInput<"setBrandLogo">): Promise<PrivateOutput<"setBrandLogo">> {
  const { logo } = body;
  if (logo !== null && fileIn(logo) === null) refuse(422, "logo", "The logo field must be a picture of the type that it says.");
  const mark = logo === null ? null : markOf(logo);
  if (!(await storeLogo(app.db, { brandId, logo, mark, now: app.clock.now() })))
    refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  return { logoUrl: logoUrlOf(brandId, mark) };
}

/** The brand's logo for a browser; 404 without one. */
export async function openLogo(app: Pick<App, "db">, brandId: number): Promise<LogoFile> {
  const logo = await findLogo(app.db, brandId);
  return (logo === null ? null : fileIn(logo)) ?? refuse(404, "logo", "This brand has no logo.");
}

/** Another one for each picture, so that browsers may keep one for good. */
export function markOf(logo: string): string {
  return createHash("sha256").update(logo).digest("hex").slice(0, 16);
}
