/** Classes of bad input, in the order of docs/security.md. */
export type InputClass =
  | 'number'
  | 'amount'
  | 'choice'
  | 'missing or clashing'
  | 'time'
  | 'date'
  | 'pattern'
  | 'text'
  | 'secret'
  | 'markup'
  | 'name of a key'
  | 'prototype'
  | 'address'

/** Something that a person types after the bot's name, and what the answer has to say. */
export interface Input {
  class: InputClass
  line: string
  /** Part of the answer, or on each platform, since markup and escapes differ. */
  told: string | { readonly discord: string; readonly slack: string }
  /** By a member unless it is a command for admins. */
  by: 'member' | 'admin'
}

/** Inputs of one class with one answer. */
export const inputs = (
  of: InputClass,
  told: Input['told'],
  lines: readonly string[],
  by: Input['by'] = 'member',
): readonly Input[] => lines.map((line) => ({ class: of, line, told, by }))
