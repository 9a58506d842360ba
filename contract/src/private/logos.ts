import { z } from "zod";
import { privateOperation } from "../operation.ts";
import { formedText } from "../text.ts";
import { BrandIdPath } from "./brands.ts";

/** Pixels of each side: enough for the largest place, on fine screens too. */
export const LOGO_SIDE = 256;
/** As a data URL. */
export const LOGO_LENGTH_MAX = 400_000;

const LOGO = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** A small square picture as a data URL. */
export const Logo = formedText({
  max: LOGO_LENGTH_MAX,
  is: (value) => LOGO.test(value),
  sentence: "must be a small picture as a data URL: PNG, JPEG or WebP",
});

export const logoOperations = {
  setBrandLogo: privateOperation({
    tag: "Dashboard",
    status: 200,
    errors: [400, 401, 403, 404, 413, 415, 422, 500],
    allows: "admin",
    method: "POST",
    path: "/brands/{brand_id}/logo",
    summary: "Give a brand a logo, or take it away",
    description: `Square, of ${LOGO_SIDE} pixels: the dashboard makes it from any picture. Null: none.`,
    params: BrandIdPath,
    body: z.object({ logo: Logo.nullable() }),
    data: z.object({ logoUrl: z.string().nullable().meta({ description: "Path of the picture; another one with each picture." }) }),
  }),
} as const;
