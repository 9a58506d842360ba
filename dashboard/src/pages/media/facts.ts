import { locale } from "../../language/language.ts";
import { words } from "./words.ts";

/** What a file is, as people read it. */

/** `1.2 MB`; in units of 1000, as systems show files. */
export function printSize(bytes: number): string {
  const [unit, size] =
    bytes < 1000
      ? (["byte", 1] as const)
      : bytes < 1e6
        ? (["kilobyte", 1e3] as const)
        : bytes < 1e9
          ? (["megabyte", 1e6] as const)
          : (["gigabyte", 1e9] as const);
  const value = bytes / size;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 && size > 1 ? 1 : 0,
  }).format(value);
}

/** `1:05`, or `1:00:05` from an hour on. */
export function printDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export type Kind = "picture" | "video" | "document";

export function kindOf(mime: string): Kind {
  return mime.startsWith("image/") ? "picture" : mime.startsWith("video/") ? "video" : "document";
}

/** `JPEG`: what people call a type. */
export function printType(mime: string): string {
  return TYPES[mime] ?? mime.replace(/^\w+\//, "").toUpperCase();
}

const TYPES: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "video/quicktime": "MOV",
};

interface Sum {
  readonly files: number;
  readonly bytes: number;
}

/** How much there is, and how much of it no post uses. */
export function sumUp({ files, bytes, unused }: Sum & { readonly unused: Sum }): string {
  if (files === 0) return words.lead;
  const someUnused = () => words.someUnused({ files: unused.files, size: printSize(unused.bytes) });
  const use = unused.files === 0 ? words.allUsed({ files }) : unused.files === files ? words.noneUsed({ files }) : someUnused();
  return words.totals({ files, size: printSize(bytes), use });
}
