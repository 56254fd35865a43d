import { type Change, long, many, omits, says, saysOnly } from '../changes.ts'
import type { Row } from '../row.ts'

const option = (index: number) => ({ type: 3, name: `option-${index}`, description: 'x' })
const command = (index: number) => ({ name: `command-${index}`, description: 'x' })
const choice = (index: number) => ({ name: `${index}`, value: `${index}` })

const wrong: readonly (readonly [name: string, does: Change, because: RegExp])[] = [
  ['a command with a capital letter', says('0.name', 'Music'), /"name"/],
  ['a command of 33 letters', says('0.name', long(33)), /"name"/],
  ['two commands of one name', says('1.name', 'music'), /DUPLICATE/i],
  ['a command without a description', omits('0.description'), /"description".*REQUIRED/],
  ['a description of 101 characters', says('0.description', long(101)), /"description"/],
  ['26 options', says('0.options', many(26, option)), /"options".*LENGTH/],
  [
    'a required option after others',
    says('0.options', [option(1), { ...option(2), required: true }]),
    /required/i,
  ],
  ['26 choices', says('0.options', [{ ...option(1), choices: many(26, choice) }]), /"choices".*LENGTH/],
  [
    'choices for an option that suggests',
    says('0.options', [{ ...option(1), choices: [choice(1)], autocomplete: true }]),
    /autocomplete|choices/,
  ],
  [
    '8001 characters in a command',
    says(
      '0.options',
      many(25, (index) => ({
        ...option(index),
        description: long(100),
        choices: many(3, (number) => ({ name: `${number}${long(40)}`, value: `${number}${long(40)}` })),
      })),
    ),
    /8000|LENGTH/,
  ],
]

/** What commands may be. https://docs.discord.com/developers/interactions/application-commands */
export const commands: readonly Row[] = [
  ...wrong.map(
    ([name, does, because]): Row => ({
      name,
      scenario: 'registration',
      because,
      does: { on: 'PUT /applications/:id/commands', does },
      refusals: [/^PUT .*\/commands: 400 50035 /],
    }),
  ),
  {
    name: '101 commands',
    scenario: 'registration',
    does: { on: 'PUT /applications/:id/commands', does: saysOnly(many(101, command)) },
    refusals: [/^PUT .*\/commands: 400 30032 /],
  },
]
