import { expect, test } from 'vitest'
import { buttonsOf } from '../../../../src/bots/slack/render/buttons.ts'

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

test('an entry whose command is too long for a menu is a button', () => {
  const use = (voice: string) => {
    const commandLink = { command: 'settings', action: 'mine', values: { voice } }
    return { label: `Use ${voice.slice(0, 5)}`, style: 'plain', commandLink } as const
  }
  const [short, long] = [use('Ada'), use('x'.repeat(100))]
  expect(buttonsOf([{ buttons: [], more: [short, long] }]).blocks[0]?.elements).toMatchObject([
    { type: 'button', text: { text: 'Use xxxxx' }, value: JSON.stringify(long.commandLink) },
    { type: 'static_select', options: [{ text: { text: 'Use Ada' } }] },
  ])
})
