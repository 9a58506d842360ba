/** Nothing more can be done now, and readers see nothing yet; the engine asks again. */
export interface Wait {
  readonly kind: "wait";
  readonly seconds: number;
}

/** At least a second. */
export function wait(seconds: number): Wait {
  return { kind: "wait", seconds: Math.max(1, Math.ceil(seconds)) };
}
