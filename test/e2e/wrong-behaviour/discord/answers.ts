import { andThen, both, goesTo, late, long, many, never, says, saysOnly, times } from '../changes.ts'
import type { Row } from '../row.ts'

const on = 'POST /interactions/:id/:token/callback'
const invalid = /callback.*: 400 50035 /

/** An interaction that is not answered dies after three seconds. */
export const unanswered = /: no answer within 3000 ms$/

/**
 * When and how something is answered.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */
export const timing: readonly Row[] = [
  {
    name: 'an answer after three seconds',
    scenario: 'help',
    does: { on, does: late(3_001) },
    refusals: [unanswered, /callback.*: 404 10062 /],
  },
  { name: 'no answer', scenario: 'help', does: { on, does: never(3_001) }, refusals: [unanswered] },
  {
    name: 'two answers',
    scenario: 'help',
    does: { on, does: times(2) },
    refusals: [/callback.*: 400 40060 /],
    endsWell: true,
  },
  {
    name: 'an answer to another interaction',
    scenario: 'help',
    does: { on, does: goesTo(/interactions\/\d+/, 'interactions/100000000000000001') },
    refusals: [/callback.*: 404 10062 /],
  },
  {
    name: 'an answer with another token',
    scenario: 'help',
    does: { on, does: goesTo(/(interactions\/\d+)\/\w+/, '$1/forged') },
    refusals: [/callback.*: 404 10062 /],
  },
  {
    name: 'an id that is none',
    scenario: 'help',
    does: { on, does: goesTo(/interactions\/\d+/, 'interactions/latest') },
    refusals: [invalid],
    because: /is not snowflake/,
  },
  {
    name: 'a deferral that is never made good',
    scenario: 'help',
    does: { on, does: both(saysOnly({ type: 5 }), andThen(never(15 * 60_000))) },
    refusals: [/deferred and never answered/],
  },
]

/** What an answer may be. */
export const kinds: readonly Row[] = [
  {
    name: 'an answer of no known kind',
    scenario: 'help',
    does: { on, does: says('type', 99) },
    refusals: [invalid],
  },
  {
    name: 'a deferral with Components V2',
    scenario: 'help',
    does: { on, does: saysOnly({ type: 5, data: { flags: 1 << 15 } }) },
    refusals: [invalid],
    because: /flags/,
  },
  {
    name: 'a change of a message that is not there',
    scenario: 'help',
    does: { on, does: says('type', 7) },
    refusals: [invalid],
    because: /not allowed for this interaction/,
  },
  {
    name: 'suggestions where none are asked for',
    scenario: 'help',
    does: { on, does: saysOnly({ type: 8, data: { choices: [] } }) },
    refusals: [invalid],
    because: /not allowed for this interaction/,
  },
  {
    name: 'words where suggestions are asked for',
    scenario: 'suggestions',
    does: { on, does: saysOnly({ type: 4, data: { content: 'Hello' } }) },
    refusals: [invalid],
    because: /not allowed for this interaction/,
  },
  {
    name: 'a form in answer to a form',
    scenario: 'sent form',
    does: {
      on,
      when: (payload) => (payload as { type: number }).type === 4,
      does: saysOnly({
        type: 9,
        data: {
          custom_id: 'again',
          title: 'Again',
          components: [{ type: 18, label: 'Text', component: { type: 4, custom_id: 'text', style: 1 } }],
        },
      }),
    },
    refusals: [invalid],
    because: /not allowed for this interaction/,
  },
  {
    name: '26 suggestions',
    scenario: 'suggestions',
    does: {
      on,
      does: says(
        'data.choices',
        many(26, (index) => ({ name: `${index}`, value: `${index}` })),
      ),
    },
    refusals: [invalid],
    because: /Must be 25 or fewer in length/,
  },
  {
    name: 'a suggestion of 101 characters',
    scenario: 'suggestions',
    does: { on, does: says('data.choices', [{ name: long(101), value: 'x' }]) },
    refusals: [invalid],
    because: /BASE_TYPE_BAD_LENGTH|BASE_TYPE_MAX_LENGTH/,
  },
  {
    name: 'a number suggested for a text',
    scenario: 'suggestions',
    does: { on, does: says('data.choices', [{ name: 'x', value: 1 }]) },
    refusals: [invalid],
    because: /STRING_TYPE_CONVERT/,
  },
]

const label = (component: object) => ({ type: 18, label: 'Text', component })
const input = (id: string) => label({ type: 4, custom_id: id, style: 1 })

/** What a form may be. https://docs.discord.com/developers/components/reference */
export const forms: readonly Row[] = (
  [
    ['a form with a title of 46 characters', says('data.title', long(46)), /BASE_TYPE_(BAD|MAX)_LENGTH/],
    [
      'a form of six parts',
      says(
        'data.components',
        many(6, (index) => input(`part ${index}`)),
      ),
      /LENGTH/,
    ],
    ['a form of no parts', says('data.components', []), /LENGTH|REQUIRED/],
    ['a label of 46 characters', says('data.components.0.label', long(46)), /LENGTH/],
    ['two inputs of one name', says('data.components', [input('same'), input('same')]), /DUPLICATE/],
    ['a name of 101 characters', says('data.components.0.component.custom_id', long(101)), /LENGTH/],
    ['a text longer than its input takes', says('data.components.0.component.value', long(4_001)), /LENGTH/],
    ['a button in a form', says('data.components', [label({ type: 2, style: 1, custom_id: 'x' })]), /./],
  ] as const
).map(([name, does, because]) => ({
  name,
  scenario: 'form',
  does: { on, does },
  refusals: [invalid],
  because,
}))
