import { shortened, withoutDirectionMarks } from '../../../core/text/text.ts'

/** What is left of the characters that a message's blocks may hold together. */
export interface Room {
  left: number
  isShort: boolean
}

/** As much of a text as there is room for, and `max` characters of it at most; the room becomes less by it. */
export const fitting = (room: Room, text: string, max: number): string => {
  const shown = shortened(withoutDirectionMarks(text), Math.min(max, room.left))
  room.left -= shown.length
  room.isShort ||= shown === '' && text !== ''
  return shown
}
