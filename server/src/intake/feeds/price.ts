import { cleanLine } from "./clean.ts";
import type { Text } from "./item.ts";

/** Bounded, and never starting inside a number, so that matching long runs of digits stays linear. */
const AMOUNT = String.raw`(?<!\d)(?:\d{1,3}(?:[.,]\d{3}){1,3}|\d{1,9})(?:[.,]\d{1,2})?`;
const IN_TEXT = new RegExp(
  String.raw`(?:[$€£¥₹]\s?${AMOUNT})|(?:${AMOUNT}\s?(?:[€£¥₹]|(?:USD|EUR|GBP|CAD|AUD|CHF|JPY|INR|PLN|SEK|NOK|DKK|CZK|BRL|MXN)\b))`,
);

/** The lowest price in the feed (a product has one per variant), else the first one that the text mentions. */
export function priceOf(prices: readonly Text[], description: string): string | null {
  const named = prices.map((price) => cleanLine(price ?? "")).filter((price) => /\d/.test(price) && price.length <= 50);
  const [lowest] = named.sort((a, b) => amountOf(a) - amountOf(b));
  return lowest ?? IN_TEXT.exec(description.slice(0, 2000))?.[0] ?? null;
}

function amountOf(price: string): number {
  const digits = /\d[\d.,]*/.exec(price)?.[0] ?? "";
  // A separator before three digits separates thousands; any other is the decimal separator.
  const plain = digits.replace(/[.,](?=\d{3}\b)/g, "").replace(",", ".");
  return Number.parseFloat(plain);
}
