import { z } from 'zod'
import { limits } from '../limits.ts'
import { text, webUrl } from './problems.ts'

const styled = {
  style: z
    .strictObject({
      bold: z.boolean().optional(),
      code: z.boolean().optional(),
      italic: z.boolean().optional(),
      strike: z.boolean().optional(),
      underline: z.boolean().optional(),
    })
    .optional(),
}

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), ...styled, text: z.string().min(1) }),
  z.strictObject({
    type: z.literal('link'),
    ...styled,
    url: webUrl(limits.linkUrl),
    text: z.string().optional(),
    unsafe: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('emoji'), ...styled, name: text(255), unicode: z.string().optional() }),
  z.strictObject({ type: z.literal('user'), ...styled, user_id: text(255) }),
  z.strictObject({ type: z.literal('usergroup'), ...styled, usergroup_id: text(255) }),
  z.strictObject({ type: z.literal('channel'), ...styled, channel_id: text(255) }),
  z.strictObject({ type: z.literal('broadcast'), ...styled, range: z.enum(['here', 'channel', 'everyone']) }),
  z.strictObject({
    type: z.literal('date'),
    ...styled,
    timestamp: z.int(),
    format: text(255),
    url: webUrl(limits.linkUrl).optional(),
    fallback: z.string().optional(),
  }),
])

const bordered = { border: z.literal([0, 1]).optional() }
const parts = z.array(part)
const section = z.strictObject({ type: z.literal('rich_text_section'), elements: parts })

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export const richTextFields = {
  type: z.literal('rich_text'),
  elements: z.array(
    z.discriminatedUnion('type', [
      section,
      z.strictObject({ type: z.literal('rich_text_quote'), ...bordered, elements: parts }),
      z.strictObject({ type: z.literal('rich_text_preformatted'), ...bordered, elements: parts }),
      z.strictObject({
        type: z.literal('rich_text_list'),
        ...bordered,
        elements: z.array(section),
        style: z.enum(['bullet', 'ordered']),
        indent: z.int().min(0).max(8).optional(),
      }),
    ]),
  ),
}

export type RichTextPart = z.output<typeof part>
export type RichTextGroup = z.output<typeof richTextFields.elements>[number]

/** How many letters a rich text holds. */
export const richTextLength = (groups: readonly RichTextGroup[]): number =>
  richTextLines(groups)
    .flat()
    .reduce((sum, part) => sum + ('text' in part && part.text !== undefined ? part.text.length : 0), 0)

/** Every part of a rich text in the order in which it is read; a list gives one group of parts per entry. */
export const richTextLines = (groups: readonly RichTextGroup[]): readonly (readonly RichTextPart[])[] =>
  groups.flatMap((group) =>
    group.type === 'rich_text_list' ? group.elements.map(({ elements }) => elements) : [group.elements],
  )
