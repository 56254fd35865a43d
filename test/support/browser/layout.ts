import type { Locator } from 'playwright-core'

/** A box of what is drawn: where it is within its message, in CSS pixels, and what it is called. */
export interface Box {
  readonly what: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a browser has and Node has not. */
interface Drawn {
  getBoundingClientRect(): { x: number; y: number; width: number; height: number }
  querySelectorAll(selector: string): Iterable<Drawn>
  readonly tagName: string
  readonly className: unknown
  readonly textContent: string | null
  getAttribute(name: string): string | null
}

interface Letters {
  nodeValue: string | null
  readonly parentElement: { readonly tagName: string } | null
}

interface BrowserGlobals {
  document: { createTreeWalker(root: Drawn, what: number): { nextNode(): Letters | null } }
}

/** What has a place of its own; words have none, for they may be said otherwise. */
const placed =
  'header, .used, .body p, .context > *, .markdown > div, .embed, .section, figure, audio, .file, img, .row, .press, select, .avatar, label, textarea, input'

/**
 * The boxes of an element, in the order in which they stand. Moments, ages and ids of jobs differ from run to run and
 * would break into other lines, so others stand in for them meanwhile.
 */
export const boxesOf = (element: Locator): Promise<readonly Box[]> =>
  element.evaluate((root, selector) => {
    const drawn = root as unknown as Drawn
    const { document } = globalThis as unknown as BrowserGlobals
    const texts = document.createTreeWalker(drawn, 4) // https://developer.mozilla.org/docs/Web/API/TreeWalker
    const changed: [Letters, string | null][] = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { nodeValue, parentElement } = text
      changed.push([text, nodeValue])
      text.nodeValue =
        parentElement?.tagName === 'TIME'
          ? 'some day'
          : (nodeValue ?? '')
              .replace(/(Job:\s)\w+/g, '$1abcd2345')
              .replace(/\d+ (?:minutes?|hours?) ago/g, 'just now')
              .replace(parentElement?.tagName === 'OPTION' ? /\b\w{8}$/ : /$^/, 'abcd2345')
    }
    const from = drawn.getBoundingClientRect()
    const named = ['BUTTON', 'LABEL']
    const boxes = [drawn, ...drawn.querySelectorAll(selector)].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      const kind = [part.tagName.toLowerCase(), ...String(part.className).split(' ')]
        .filter((word) => /^[a-z-]+$/.test(word))
        .join('.')
      const name = named.includes(part.tagName) ? part.textContent : part.getAttribute('aria-label')
      return {
        what: part === drawn || !name ? kind : `${kind} ${name.trim()}`,
        x: Math.round(x - from.x),
        y: Math.round(y - from.y),
        width: Math.round(width),
        height: Math.round(height),
      }
    })
    for (const [text, before] of changed) text.nodeValue = before
    return boxes
  }, placed)

/** What extends past the right edge of the first box, the element itself, by more than rounding. */
export const beyondRightEdge = ([element, ...parts]: readonly Box[]): readonly string[] =>
  parts.filter(({ x, width }) => x + width > (element?.width ?? 0) + 1).map(({ what }) => what)

/** Browsers of different versions round differently, and a line of text may be a pixel higher in one. */
const tolerancePx = 4

const figures = /-?\d+(?=px)/g

/** Boxes as lines that a person can compare. */
export const layoutText = (boxes: readonly Box[]): string =>
  boxes.map(({ what, x, y, width, height }) => `${what}: ${x}px ${y}px, ${width}px by ${height}px`).join('\n')

const skeleton = (text: string): string => text.replaceAll(figures, '·')
const figuresIn = (text: string): readonly number[] => (text.match(figures) ?? []).map(Number)

/** The text that was kept where the new one is the same within what browsers differ by, else the new one. */
export const keptOrNew = (kept: string, now: string): string => {
  if (skeleton(kept) !== skeleton(now)) return now
  const before = figuresIn(kept)
  const isSame = figuresIn(now).every(
    (figure, index) => Math.abs(figure - (before[index] ?? Number.NaN)) <= tolerancePx,
  )
  return isSame ? kept : now
}
