import { describe, expect, test } from 'vitest'
import { render, withLinks } from '../../../../src/bots/slack/render/render.ts'
import type { CommandLink } from '../../../../src/core/message/command-link.ts'
import { type Block, plainMessage } from '../../../../src/core/message/message.ts'
import { forgedLinesIn, forging, lineBreaks } from '../../../support/texts/forged-lines.ts'

const link = (values: CommandLink['values'] = {}): CommandLink => ({
  command: 'jobs',
  action: 'show',
  values,
})
const url = 'https://files.example/1'
const file = (name = 'a.mp3') => ({ url, name, mark: undefined })
const button = (label: string, commandLink = link()) => ({ label, style: 'plain' as const, commandLink })
const buttons = (count: number, label: string) => Array.from({ length: count }, () => button(label))
const message = { platform: 'slack', channel: 'C123', message: '1' } as const

/** Where a text of a member, the service or a file can stand, beside quotations. */
const places: Readonly<Record<string, (text: string) => Block>> = {
  'label of a fact': (label) => ({ kind: 'facts', facts: [{ label, value: 'x' }] }),
  'label of a fact with lines': (label) => ({
    kind: 'facts',
    facts: [{ label, value: ['a', { kind: 'break' }, 'b'] }],
  }),
  'value of a fact': (value) => ({ kind: 'facts', facts: [{ label: 'a', value }] }),
  'piece of a fact': (piece) => ({ kind: 'facts', facts: [{ label: 'a', value: [piece] }] }),
  'unknown member': (id) => ({ kind: 'facts', facts: [{ label: 'a', value: [{ kind: 'member', id }] }] }),
  'unknown channel': (id) => ({ kind: 'facts', facts: [{ label: 'a', value: [{ kind: 'channel', id }] }] }),
  'unknown group': (id) => ({ kind: 'facts', facts: [{ label: 'a', value: [{ kind: 'group', id }] }] }),
  'unknown channel of a message': (channel) => ({
    kind: 'facts',
    facts: [{ label: 'a', value: [{ kind: 'message', server: 'T1', message: { ...message, channel } }] }],
  }),
  'label in small print': (label) => ({ kind: 'line', facts: [{ label, value: 'x' }] }),
  'value in small print': (value) => ({ kind: 'line', facts: [{ label: '', value }] }),
  'label of a reference in small print': (label) => ({
    kind: 'line',
    facts: [{ label, value: [{ kind: 'member', id: 'U123' }] }],
  }),
  'unknown id in small print': (id) => ({
    kind: 'line',
    facts: [{ label: 'a', value: [{ kind: 'member', id }] }],
  }),
  'label of a link': (label) => ({
    kind: 'line',
    facts: [{ label: '', value: [{ kind: 'link', url, label }] }],
  }),
  'label of a button': (label) => ({ kind: 'buttons', buttons: [button(label)] }),
  'labels of many buttons': (label) => ({ kind: 'buttons', buttons: buttons(4, label) }),
  'value of a button': (name) => ({ kind: 'buttons', buttons: [button('Show', link({ name }))] }),
  'option of a menu': (label) => ({ kind: 'buttons', buttons: [], more: [button(label)] }),
  'options of a long menu': (label) => ({ kind: 'buttons', buttons: [], more: buttons(4, label) }),
  'option that is too long': (label) => ({
    kind: 'buttons',
    buttons: [],
    more: [button(label, link({ name: 'x'.repeat(100) }))],
  }),
  'label of a menu': (moreLabel) => ({ kind: 'buttons', buttons: [], more: [button('Show')], moreLabel }),
  'label of another menu': (label) => ({
    kind: 'buttons',
    buttons: [],
    menus: [{ label, entries: [button('Show')] }],
  }),
  'heading of a quote': (title) => ({ kind: 'quote', title, text: 'la' }),
  'title of a text': (title) => ({ kind: 'document', name: 'a.txt', title, text: 'la' }),
  'name of a text': (name) => ({ kind: 'document', name, text: 'la' }),
  'title of a long text': (title) => ({ kind: 'document', name: 'a', title, text: 'la '.repeat(5_000) }),
  'title of audio': (title) => ({ kind: 'audio', title, file: file() }),
  'name of audio': (name) => ({ kind: 'audio', title: 'a', file: file(name) }),
  'title of a file': (title) => ({ kind: 'file', title, file: file() }),
  'description of a cover': (description) => ({ kind: 'cover', description, file: file() }),
  'title of a sound': (title) => ({ kind: 'sound', name: 'a.mp3', title, data: new Uint8Array(1) }),
  'description of a picture': (description) => ({
    kind: 'picture',
    name: 'a.png',
    description,
    data: new Uint8Array(1),
  }),
  'bar of a chart': (label) => ({ kind: 'chart', title: 'a', unit: 'b', bars: [{ label, value: 1 }] }),
  'row of a table': (name) => ({
    kind: 'table',
    title: 'a',
    head: ['a', 'b'],
    rows: [{ name, amount: '1', value: 1 }],
  }),
  'row of an unknown member': (id) => ({
    kind: 'table',
    title: 'a',
    head: ['a', 'b'],
    rows: [{ name: { kind: 'member', id }, amount: '1', value: 1 }],
  }),
}

describe.each(Object.entries(places))('no line of a message is that of others as the %s', (_, blockOf) => {
  test.each(lineBreaks)('behind %j', (lineBreak) => {
    const given = { ...plainMessage('Done.'), blocks: [blockOf(forging(lineBreak))] }
    for (const hasFiles of [true, false]) {
      const { text, blocks, uploads } = render(given, { hasFiles })
      expect(
        forgedLinesIn(
          text,
          blocks,
          uploads.map(({ name, title }) => [name, title]),
        ),
      ).toEqual([])
    }
  })
})

test.each(lineBreaks)('no line is that of others as the name of who asked, behind %j', (lineBreak) => {
  const { text, blocks } = render(plainMessage('Done.'), { asker: forging(lineBreak) })
  expect(forgedLinesIn(text, blocks)).toEqual([])
})

test.each(lineBreaks)('no line is that of others as the title of a linked file, behind %j', (lineBreak) => {
  const title = forging(lineBreak)
  const links = [
    { title, url },
    { title, url: undefined },
    { title, url: undefined, isGone: true },
  ]
  const { text, blocks } = withLinks(render(plainMessage('Done.')), links)
  expect(forgedLinesIn(text, blocks)).toEqual([])
})
