import { shortened, withoutDirectionMarks } from '../../../core/text/text.ts'

/** What is left of the characters that a message's blocks may hold together. */
export interface TextBudget {
  left: number
  isShort: boolean
}

/** As much of a text as the budget allows, and `max` characters of it at most; the budget becomes less by it. */
export const fitting = (textBudget: TextBudget, text: string, max: number): string => {
  const shown = shortened(withoutDirectionMarks(text), Math.min(max, textBudget.left))
  textBudget.left -= shown.length
  textBudget.isShort ||= shown === '' && text !== ''
  return shown
}
