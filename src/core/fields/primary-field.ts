import { type Control, type Field, type Fields, type ReferenceKind, referenceKinds } from './field.ts'

/** The name of the first matching field; undefined if there is none. */
export const firstName = (fields: Fields, fits: (field: Field) => boolean): string | undefined =>
  Object.entries(fields).find(([, field]) => fits(field))?.[0]

/** Whether a field refers to a member, channel or group. */
export const isReference = (kind: Control['kind']): kind is ReferenceKind =>
  referenceKinds.some((known) => known === kind)

/** Whether a field's value is typed by name; clips, members and the like are recognised by their form. */
export const isTyped = (kind: Control['kind']): boolean => kind !== 'clip' && !isReference(kind)

/**
 * The field that free words belong to: a secret, which refuses them, so that a typed key ends up in no other field;
 * otherwise the first required text, the first other required field that can be typed, the first amount, the first text
 * other than an ID, the first field that can be typed, or the first member, channel or group.
 */
export const primaryFieldOf = (fields: Fields): string | undefined =>
  firstName(fields, ({ control }) => control.kind === 'secret') ??
  firstName(fields, ({ required, control }) => required && control.kind === 'text') ??
  firstName(fields, ({ required, control }) => required && isTyped(control.kind)) ??
  firstName(fields, ({ control }) => control.kind === 'credits') ??
  firstName(fields, ({ control }) => control.kind === 'text' && control.isId !== true) ??
  firstName(fields, ({ control }) => isTyped(control.kind)) ??
  firstName(fields, ({ control }) => isReference(control.kind))
