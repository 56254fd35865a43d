import type { types } from '@slack/bolt'

/** Numbers that an input takes as they are; what was typed in another way is not shown. */
export const amountShape = /^\d+(\.\d+)?$/
export const integerShape = /^-?\d+$/

/**
 * An input for a number, with the one that is known in it.
 * https://docs.slack.dev/reference/block-kit/block-elements/number-input-element
 */
export const numberElement = (
  name: string,
  value: unknown,
  { shape, min, max }: { shape: RegExp; min: number; max: number },
): types.NumberInput => {
  const number = typeof value === 'number' ? String(value) : value
  const isShown = typeof number === 'string' && shape.test(number) && min <= +number && +number <= max
  return {
    type: 'number_input',
    action_id: name,
    is_decimal_allowed: shape === amountShape,
    min_value: String(min),
    max_value: String(max),
    ...(isShown && { initial_value: number }),
  }
}
