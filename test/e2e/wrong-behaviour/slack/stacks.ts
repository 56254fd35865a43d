import { both, type Change, goesTo, omits, says, saysOnly } from '../changes.ts'
import type { Row } from '../row.ts'

/** The form that was opened last, once more. */
const pushesAgain: Change = (call, send, ground) => {
  const opened = ground.wire.since(0).findLast(({ summary }) => summary === 'views.open ok')
  if (!opened) throw new Error('No form was opened')
  const { arguments: said } = opened.detail as { arguments: { view: string | object } }
  const view = typeof said.view === 'string' ? JSON.parse(said.view) : said.view
  return says('payload', { response_action: 'push', view })(call, send, ground)
}

const speaks = (ack: unknown): boolean => Object.keys((ack as { payload?: object }).payload ?? {}).length > 0

/** What is said instead of a form would be taken for the answer to what the next row asks. */
const open = (name: string, does: Change, refusal: RegExp): Row => ({
  name,
  scenario: 'form',
  does: { on: 'views.open', does },
  refusals: [refusal],
  tells: /Nothing has been charged yet/,
})

/** https://docs.slack.dev/surfaces/modals#view-stack */
export const stacks: readonly Row[] = [
  {
    name: 'a fourth form on top of three',
    scenario: 'stack',
    does: { on: 'acknowledgement', when: speaks, calls: 3, does: pushesAgain },
    refusals: [/^form .*: invalid acknowledgement: push_limit_reached$/],
  },
  open('a form on top of none', goesTo(/views\.open/, 'views.push'), /^views\.push: not_found$/),
  open(
    'a change of a form that is not there',
    both(goesTo(/views\.open/, 'views.update'), both(omits('trigger_id'), says('view_id', 'V0000000000'))),
    /^views\.update: not_found$/,
  ),
  open(
    'a home tab of nobody',
    both(
      goesTo(/views\.open/, 'views.publish'),
      saysOnly({ user_id: 'U0NOBODY00', view: { type: 'home', blocks: [{ type: 'divider' }] } }),
    ),
    /^views\.publish: invalid_arguments/,
  ),
]
