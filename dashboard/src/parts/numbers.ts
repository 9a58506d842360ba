import { locale } from "../language/language.ts";

const COUNT = new Intl.NumberFormat(locale);

/** With the separators of the reader's language. */
export function printCount(count: number): string {
  return COUNT.format(count);
}

const SHARE = new Intl.NumberFormat(locale, { style: "percent" });

/** Of 0 to 1, in whole percents. */
export function printShare(share: number): string {
  return SHARE.format(share);
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** In the largest unit that leaves at least one, with one decimal below ten. */
export function printBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0,
  }).format(amount);
}
