import { wordsOf } from "../../language/words.ts";

export const english = {
  search: "Search",
  placeholder: "Brands, posts and pages",
  brands: "Brands",
  posts: "Posts",
  pages: "Pages",
  pageOf: "in {brand}",
  noDate: "No date",
  draft: "Draft",
  none: "No results. Try other words.",
  looking: "Looking for posts …",
} as const;

export const words = wordsOf("search", english);
