import { describe, expect, test } from 'vitest'
import { buttonRows, isMenu } from '../../../../src/bots/discord/render/buttons.ts'
import { limits } from '../../../../src/bots/discord/render/limits.ts'
import { writeCommandId } from '../../../../src/core/message/command-link.ts'
import type { Button } from '../../../../src/core/message/message.ts'

const button = (label: string, job: string): Button => ({
  label,
  style: 'plain',
  commandLink: { command: 'jobs', action: 'show', values: { job } },
})

test('a request that does not fit on a button is not written', () => {
  expect(writeCommandId(button('A', 'x'.repeat(90)).commandLink, limits.customId)).toBeUndefined()
})

describe('what is folded away', () => {
  test('is a menu in a row of its own, below the buttons', () => {
    const group = { buttons: [button('A', '1')], more: [button('B', '2'), button('C', '3')] }
    expect(buttonRows([group])).toEqual([
      { type: 1, components: [{ type: 2, style: 2, custom_id: 'do:jobs:show:job=1', label: 'A' }] },
      {
        type: 1,
        components: [
          {
            type: 3,
            custom_id: 'more',
            placeholder: 'More',
            options: [
              { label: 'B', value: 'do:jobs:show:job=2' },
              { label: 'C', value: 'do:jobs:show:job=3' },
            ],
          },
        ],
      },
    ])
  })

  test('is called by its own label, if it has one', () => {
    const [row] = buttonRows([{ buttons: [], more: [button('A', '1')], moreLabel: 'Make one your default' }])
    expect(row?.components).toMatchObject([{ placeholder: 'Make one your default' }])
  })

  test('is not shown twice, and not at all where it cannot be read or does not fit', () => {
    const more = [button('A', '1'), button(' ', '2'), button('B', 'x'.repeat(90))]
    expect(buttonRows([{ buttons: [button('A', '1')], more }])).toHaveLength(1)
  })

  test('has an id of its own in each menu, and as many entries as Discord takes', () => {
    const more = (from: number) => Array.from({ length: 30 }, (_, index) => button('A', `${from + index}`))
    const rows = buttonRows([
      { buttons: [], more: more(0) },
      { buttons: [], more: more(30) },
    ])
    const menus = rows.flatMap(({ components }) => components)
    expect(menus).toMatchObject([{ custom_id: 'more' }, { custom_id: 'more1' }])
    expect(menus.map((menu) => 'options' in menu && menu.options.length)).toEqual([25, 25])
  })
})

test('other menus follow, each with what is chosen', () => {
  const entry = (label: string, value: string, isChosen = false) => ({
    label,
    isChosen,
    commandLink: { command: 'settings', action: 'mine', values: { cover: value } },
  })
  const menu = { label: 'Cover', entries: [entry('Cover: Yes', 'yes'), entry('Cover: No', 'no', true)] }
  const [buttons, more, cover] = buttonRows([
    { buttons: [button('A', '1')], more: [button('B', '2')], menus: [menu] },
  ])
  expect(buttons?.components).toHaveLength(1)
  expect(more?.components).toMatchObject([{ custom_id: 'more' }])
  expect(cover?.components).toEqual([
    {
      type: 3,
      custom_id: 'more001',
      placeholder: 'Cover',
      options: [
        { label: 'Cover: Yes', value: 'do:settings:mine:cover=yes' },
        { label: 'Cover: No', value: 'do:settings:mine:cover=no', default: true },
      ],
    },
  ])
  expect(isMenu('more001')).toBe(true)
})
