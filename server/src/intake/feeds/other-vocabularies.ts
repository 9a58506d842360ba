import { attributeOf, childrenOf, type Element, textOf, textsOf } from "./element.ts";
import type { Text, Words } from "./item.ts";
import { type Media, mediaCategories, mediaKeywords, mediaThumbnails } from "./media-rss.ts";
import { personOf } from "./person.ts";
import { wordsIn } from "./words.ts";

/** Elements of other vocabularies, which both RSS and Atom items use. */

/** Names first. Many feeds write a person here as RSS has it in `author`, with the e-mail address. */
export function borrowedAuthors(item: Element): Words[] {
  const authors = wordsIn(item, "dc:creator", "dc:author", "itunes:author", "googleplay:author");
  const people = authors.map((words) => (typeof words === "string" ? personOf(words) : { name: words, address: null }));
  return [...people.map(({ name }) => name), ...people.map(({ address }) => address)];
}

export function borrowedTags(item: Element, media: Media): Words[] {
  return [
    ...wordsIn(item, "dc:subject"),
    ...mediaCategories(media),
    ...mediaKeywords(media),
    ...textsOf(item, "keywords", "itunes:keywords", "tags").flatMap((keywords) => keywords.split(",")),
    ...childrenOf(item, "itunes:category").flatMap((category) => [category, ...childrenOf(category, "itunes:category")].map(nameOf)),
    ...wordsIn(item, "s:tag"),
  ];
}

function nameOf(category: Element): Text {
  return attributeOf(category, "text") ?? (category.isMixed ? null : textOf(category));
}

export function borrowedPictures(item: Element, media: Media): Text[] {
  return [...mediaThumbnails(media), ...textsOf(item, "g:image_link", "g:additional_image_link")];
}

/** Some feeds have the currency of a price in a separate element. */
export function borrowedPrices(item: Element): Text[] {
  const currency = textsOf(item, "g:currency")[0]?.trim() ?? "";
  return textsOf(item, "g:sale_price", "g:price").map((price) => (BARE_AMOUNT.test(price) ? `${price.trim()} ${currency}`.trim() : price));
}

const BARE_AMOUNT = /^\s*\d[\d.,' ]*$/;
