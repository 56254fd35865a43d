import { numberAt, widthAt } from './matroska-elements.ts'

/** Behind the number of the track a block has its time in two bytes, and flags. */
const headBytes = 3

/** Two of the flags tell how frames share a block (https://www.rfc-editor.org/rfc/rfc9559#section-10.3). */
const lacings = { none: 0x00, xiph: 0x02, fixed: 0x04, ebml: 0x06 } as const

type Laced = { readonly sizes: readonly number[]; readonly firstAt: number }

const xiphSizes = (block: Uint8Array, at: number, count: number): Laced => {
  const sizes: number[] = []
  let next = at
  while (sizes.length < count && next < block.length) {
    let size = 0
    while (block[next] === 0xff) {
      size += 0xff
      next += 1
    }
    sizes.push(size + (block[next] ?? 0))
    next += 1
  }
  return { sizes, firstAt: next }
}

/** The first size as it is, each other as its difference from the one before. */
const ebmlSizes = (block: Uint8Array, at: number, count: number): Laced => {
  const sizes: number[] = []
  let next = at
  while (sizes.length < count && next < block.length) {
    const width = widthAt(block, next)
    const value = numberAt(block, next, width)
    const before = sizes.at(-1)
    sizes.push(before === undefined ? value : before + value - (2 ** (7 * width - 1) - 1))
    next += width
  }
  return { sizes, firstAt: next }
}

/** The sizes of all frames but the last, which has what is left. */
const lacedSizes = (block: Uint8Array, at: number, lacing: number): Laced => {
  const count = block[at] ?? 0
  const frames = at + 1
  switch (lacing) {
    case lacings.xiph:
      return xiphSizes(block, frames, count)
    case lacings.ebml:
      return ebmlSizes(block, frames, count)
    default: {
      const size = Math.floor((block.length - frames) / (count + 1))
      return { sizes: Array.from({ length: count }, () => size), firstAt: frames }
    }
  }
}

/** The frames of a block, if it is of the track. */
export const framesOf = function* (block: Uint8Array, track: number): Generator<Uint8Array, void, undefined> {
  const width = widthAt(block, 0)
  if (numberAt(block, 0, width) !== track) return
  const lacing = (block[width + headBytes - 1] ?? 0) & lacings.ebml
  if (lacing === lacings.none) {
    yield block.subarray(width + headBytes)
    return
  }
  const { sizes, firstAt } = lacedSizes(block, width + headBytes, lacing)
  let at = firstAt
  for (const size of sizes) {
    if (size < 0 || at + size > block.length) return
    yield block.subarray(at, at + size)
    at += size
  }
  yield block.subarray(at)
}
