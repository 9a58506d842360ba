import { locale } from "../../language/language.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** `1.5 MiB`. */
export function printBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString(locale, { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 })} ${UNITS[power]}`;
}
