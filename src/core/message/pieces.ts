import { sayList } from '../text/say.ts'
import type { FactPiece } from './message.ts'

/** The first of the characters that stand for pieces in a sentence; nobody types them. */
const firstSlot = 0xe000

/** Stands for a piece in a sentence, by its position among the pieces. */
export const slot = (position: number): string => String.fromCharCode(firstSlot + position)

/**
 * A whole sentence with pieces in place of its slots, so that a translation can put them where they belong.
 * @example withPieces(say('{{member}} blocked {{other}}', { member: slot(0), other: slot(1) }), [actor, blocked])
 */
export const withPieces = (sentence: string, pieces: readonly FactPiece[]): readonly FactPiece[] =>
  sentence.split(/([\uE000-\uF8FF])/u).flatMap((part) => {
    const piece = /^[\uE000-\uF8FF]$/u.test(part) ? pieces[part.charCodeAt(0) - firstSlot] : part
    return piece === undefined || piece === '' ? [] : [piece]
  })

/** A list of pieces, such as "@Mia, @Max". */
export const pieceList = (pieces: readonly FactPiece[]): readonly FactPiece[] =>
  withPieces(
    sayList(
      pieces.map((_, position) => slot(position)),
      'unit',
    ),
    pieces,
  )

/** Pieces in a row, with a gap between them. */
export const inRow = (pieces: readonly FactPiece[], gap: string): readonly FactPiece[] =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [gap, piece]))

/** Each of these on a line of its own. */
export const onLines = (lines: readonly (FactPiece | readonly FactPiece[])[]): readonly FactPiece[] =>
  lines.flatMap((line, index): readonly FactPiece[] => [
    ...(index === 0 ? [] : [{ kind: 'break' } as const]),
    ...[line].flat(),
  ])
