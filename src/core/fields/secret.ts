/** A secret from a form. Only `reveal` returns its text; JSON, and so records, drafts and logs, leave it out. */
export interface Secret {
  readonly kind: 'secret'
  reveal(): string
  toJSON(): undefined
}

/** Wraps the text of a form's secret input. */
export const createSecret = (text: string): Secret => ({
  kind: 'secret',
  reveal: () => text,
  toJSON: () => undefined,
})

/** Whether a value comes from a form's secret input. Typed values are plain text. */
export const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'secret' &&
  'reveal' in value &&
  typeof value.reveal === 'function'
