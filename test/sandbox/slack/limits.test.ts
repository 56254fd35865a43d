import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../sandbox/slack/limits.ts'

const types = dirname(createRequire(import.meta.url).resolve('@slack/types'))

/** The comments of Slack's own types, on one line each. */
const comments = (file: string): string =>
  readFileSync(join(types, file), 'utf8').replaceAll(/\s*\n\s*\*\s*/g, ' ')

/** A limit's name, the file that states it, and the statement. */
const stated: readonly [keyof typeof limits, string, RegExp][] = [
  ['actionsElements', 'block-kit/blocks.d.ts', /maximum of (\d+) elements in each action block/],
  ['blockId', 'block-kit/blocks.d.ts', /Maximum length for this field is (\d+) characters. `block_id`/],
  [
    'headerText',
    'block-kit/blocks.d.ts',
    /PlainTextElement}. Maximum length for the text in this field is (\d+)/,
  ],
  ['imageText', 'block-kit/blocks.d.ts', /any markup. Maximum length for this field is (\d+)/],
  ['contextElements', 'block-kit/blocks.d.ts', /MrkdwnElement} objects. Maximum number of items is (\d+)/],
  ['contextActions', 'block-kit/blocks.d.ts', /IconButton} block elements. Maximum number of items is (\d+)/],
  ['sectionText', 'block-kit/blocks.d.ts', /`text` in this field is 1 and maximum length is (\d+)/],
  ['sectionFields', 'block-kit/blocks.d.ts', /side-by-side text. Maximum number of items is (\d+)/],
  ['sectionField', 'block-kit/blocks.d.ts', /text in each item is (\d+)/],
  ['cardTitle', 'block-kit/blocks.d.ts', /title of the card .*? in this field is (\d+)/],
  ['cardBody', 'block-kit/blocks.d.ts', /body text of the card .*? in this field is (\d+)/],
  ['carouselCards', 'block-kit/blocks.d.ts', /maximum (\d+) cards/],
  ['tableRows', 'block-kit/blocks.d.ts', /Maximum (\d+) rows/],
  ['tableColumns', 'block-kit/blocks.d.ts', /max of (\d+) table cells/],
  [
    'buttonText',
    'block-kit/block-elements.d.ts',
    /~30 characters. Maximum length for the text in this field is (\d+)/,
  ],
  [
    'buttonValue',
    'block-kit/block-elements.d.ts',
    /interaction payload}. Maximum length for this field is (\d+)/,
  ],
  ['linkUrl', 'block-kit/block-elements.d.ts', /button is clicked. Maximum length for this field is (\d+)/],
  ['groupOptions', 'block-kit/block-elements.d.ts', /maximum of (\d+) options are allowed/],
  ['selectOptions', 'block-kit/block-elements.d.ts', /Maximum number of options is (\d+)/],
  ['optionGroups', 'block-kit/block-elements.d.ts', /Maximum number of option groups is (\d+)/],
  ['overflowOptions', 'block-kit/block-elements.d.ts', /up to (\d+) {@link PlainTextOption} to display/],
  ['inputValue', 'block-kit/block-elements.d.ts', /receive an error. Maximum value is (\d+)/],
  ['fileInputFiles', 'block-kit/block-elements.d.ts', /Minimum of `1`, maximum of `(\d+)`/],
  [
    'optionText',
    'block-kit/composition-objects.d.ts',
    /option is chosen. Maximum length for this field is (\d+)/,
  ],
  [
    'confirmTitle',
    'block-kit/composition-objects.d.ts',
    /dialog's title. Maximum length for this field is (\d+)/,
  ],
  [
    'confirmText',
    'block-kit/composition-objects.d.ts',
    /confirm dialog. Maximum length for the `text` in this field is (\d+)/,
  ],
  ['confirmButton', 'block-kit/composition-objects.d.ts', /button that confirms the action. .*? is (\d+)/],
  ['textObject', 'block-kit/composition-objects.d.ts', /minimum length is 1 and maximum length is (\d+)/],
  [
    'placeholder',
    'block-kit/extensions.d.ts',
    /text shown on the element. Maximum length for the `text` field in this object is (\d+)/,
  ],
  ['actionId', 'block-kit/extensions.d.ts', /containing block. Maximum length for this field is (\d+)/],
  ['blocksPerView', 'views.d.ts', /Max of (\d+) blocks/],
  ['viewTitle', 'views.d.ts', /maximum length of (\d+) characters/],
  ['privateMetadata', 'views.d.ts', /events. Maximum length of (\d+)/],
  ['callbackId', 'views.d.ts', /`private_metadata` instead\). Maximum length of (\d+)/],
]

describe("a limit is what the comments of Slack's own types say", () => {
  test.each(stated)('%s', (name, file, statement) => {
    const [, number] = statement.exec(comments(file)) ?? []
    expect(Number(number)).toBe(limits[name])
  })

  test('and a block of Markdown is held to what they say with a comma', () => {
    expect(comments('block-kit/blocks.d.ts')).toContain('Limit 12,000 characters max')
    expect(limits.markdownBlocks).toBe(12_000)
  })
})
