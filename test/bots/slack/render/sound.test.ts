import { expect, test } from 'vitest'
import { buttonsOf } from '../../../../src/bots/slack/render/buttons.ts'
import { render } from '../../../../src/bots/slack/render/render.ts'
import type { ResultMessage } from '../../../../src/core/message/message.ts'

const data = Uint8Array.from([1, 2, 3])
const message: ResultMessage = {
  text: 'This is Ada.',
  tone: 'done',
  blocks: [{ kind: 'sound', name: 'Ada Winter.mp3', title: 'Sample of Ada Winter', data }],
}

test('a sound that is at hand is a file beside the message, and none where files are impossible', () => {
  expect(render(message).uploads).toMatchObject([
    {
      name: 'Ada Winter.mp3',
      title: 'Sample of Ada Winter',
      place: 'channel',
      source: { kind: 'bytes', data },
    },
  ])
  expect(render(message, { hasFiles: false }).uploads).toEqual([])
})

test('a menu is called by its own label, or "More"', () => {
  const commandLink = { command: 'settings', action: 'mine', values: { voice: 'id-1' } }
  const more = [{ label: 'Use Ada', style: 'plain', commandLink } as const]
  const placeholderOf = (moreLabel?: string) =>
    buttonsOf([{ buttons: [], more, ...(moreLabel !== undefined && { moreLabel }) }]).blocks[0]?.elements[0]
  expect(placeholderOf('Make one your default')).toMatchObject({
    placeholder: { text: 'Make one your default' },
  })
  expect(placeholderOf()).toMatchObject({ placeholder: { text: 'More' } })
})

test('other menus stand beside it, each with what is chosen', () => {
  const entry = (label: string, value: string, isChosen = false) => ({
    label,
    isChosen,
    commandLink: { command: 'settings', action: 'mine', values: { cover: value } },
  })
  const menu = { label: 'Cover', entries: [entry('Cover: Yes', 'yes'), entry('Cover: No', 'no', true)] }
  const [block] = buttonsOf([{ buttons: [], menus: [menu, { label: 'Empty', entries: [] }] }]).blocks
  expect(block?.elements).toMatchObject([
    {
      action_id: 'do:0',
      placeholder: { text: 'Cover' },
      options: [{ text: { text: 'Cover: Yes' } }, { text: { text: 'Cover: No' } }],
      initial_option: { text: { text: 'Cover: No' }, value: 'do:settings:mine:cover=no' },
    },
  ])
})
