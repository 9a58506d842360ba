/** The outcome while a request is unsettled, and sending it again could show readers the same twice. */
export const TO_BE_FOUND = {
  kind: "unknown",
  sentNothing: true,
  reason: "The outcome of an earlier request is unknown; it is looked up before anything is sent again.",
} as const;
