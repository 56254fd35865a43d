/**
 * A secret that a member gave in a form. Only `reveal` returns its text: it is left out of JSON, and so of records,
 * drafts and logs.
 */
export interface Secret {
  readonly kind: 'secret'
  reveal(): string
  toJSON(): undefined
}

/** Wraps what was typed into a form's input for a secret. */
export const createSecret = (text: string): Secret => ({
  kind: 'secret',
  reveal: () => text,
  toJSON: () => undefined,
})

/** Whether a value comes from a form's input for a secret. What members type elsewhere is plain text. */
export const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'secret' &&
  'reveal' in value &&
  typeof value.reveal === 'function'
