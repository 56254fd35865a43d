import { describe, expect, test } from 'vitest'
import { partsFor } from '../../../../src/bots/discord/forms/form-parts.ts'
import { render } from '../../../../src/bots/discord/render/render.ts'
import { type Block, plainMessage } from '../../../../src/core/message/message.ts'
import { forgedLinesIn, forging, lineBreaks } from '../../../support/texts/forged-lines.ts'
import { fields, form } from '../forms/sample-form.ts'

const file = { url: 'https://files.example/1', name: 'a.mp3', mark: undefined }
const show = { command: 'jobs', action: 'show', values: {} }
const button = { label: 'Show', style: 'plain', commandLink: show } as const

/** Where a text of a member, the service or a file can stand, beside quotations. */
const places: Readonly<Record<string, (text: string) => Block>> = {
  'label of a fact': (label) => ({ kind: 'facts', facts: [{ label, value: 'x' }] }),
  'value of a fact': (value) => ({ kind: 'facts', facts: [{ label: 'a', value }] }),
  'piece of a fact': (piece) => ({ kind: 'facts', facts: [{ label: 'a', value: [piece] }] }),
  'unknown member': (id) => ({ kind: 'facts', facts: [{ label: 'a', value: [{ kind: 'member', id }] }] }),
  'unknown channel': (id) => ({ kind: 'facts', facts: [{ label: 'a', value: [{ kind: 'channel', id }] }] }),
  'unknown group': (id) => ({ kind: 'facts', facts: [{ label: 'a', value: [{ kind: 'group', id }] }] }),
  'label in small print': (label) => ({ kind: 'line', facts: [{ label, value: 'x' }] }),
  'value in small print': (value) => ({ kind: 'line', facts: [{ label: '', value }] }),
  'unknown id in small print': (id) => ({
    kind: 'line',
    facts: [{ label: 'a', value: [{ kind: 'member', id }] }],
  }),
  'label of a button': (label) => ({ kind: 'buttons', buttons: [{ ...button, label }] }),
  'option of a menu': (label) => ({ kind: 'buttons', buttons: [], more: [{ ...button, label }] }),
  'label of a menu': (moreLabel) => ({ kind: 'buttons', buttons: [], more: [button], moreLabel }),
  'heading of a quote': (title) => ({ kind: 'quote', title, text: 'la' }),
  'title of audio': (title) => ({ kind: 'audio', title, file }),
  'title of a file': (title) => ({ kind: 'file', title, file }),
  'description of a cover': (description) => ({ kind: 'cover', description, file }),
  'title of a text': (title) => ({ kind: 'document', name: 'a.txt', title, text: 'la' }),
}

describe.each(Object.entries(places))('no line of a message is that of others as the %s', (_, blockOf) => {
  test.each(lineBreaks)('behind %j', (lineBreak) => {
    const rendered = render({ ...plainMessage('Done.'), blocks: [blockOf(forging(lineBreak))] })
    const { content, below, embeds, components, uploads } = rendered
    const described = uploads.map(({ description }) => description)
    expect(forgedLinesIn(content, below, embeds, components, described)).toEqual([])
  })
})

test.each(lineBreaks)('no line of a form is that of others as the name of a clip, behind %j', (lineBreak) => {
  const clips = [{ value: 'clip:0', label: forging(lineBreak) }]
  const asked = { name: 'source', field: fields.source, value: undefined, isMissing: true }
  expect(forgedLinesIn(partsFor(asked, form({ clips })))).toEqual([])
})
