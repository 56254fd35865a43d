import { operatorActions } from '../src/app/dashboard/actions.ts'
import { type Action, actionsOf, type Command, isForAdmins } from '../src/core/command/command.ts'
import { onlyMe, seenByName } from '../src/core/command/seen-by.ts'
import type { RawValues } from '../src/core/fields/field.ts'
import { type Access, accessTo, type JobFacts, type JobUse, type Requester } from '../src/core/job/access.ts'
import { table } from './endpoint-tables.ts'

// The page about who may use what, made from the declarations and the function by which it is enforced.

type Role = 'everyone' | 'admins and budget managers' | 'admins'

const roleFor = (command: Command, action: Action, values: RawValues): Role => {
  if (action.isForPlatformAdmins?.(values) === true) return 'admins'
  const isOpen = command.kind === 'feature' || command.audience === 'everyone'
  return isOpen && !isForAdmins(action, values) ? 'everyone' : 'admins and budget managers'
}

/** Each value that needs another right than the rest of the action. */
const valueRows = (command: Command, action: Action, name: string): string[][] =>
  Object.entries(action.fields).flatMap(([field, { control }]) => {
    if (control.kind !== 'choice') return []
    return control.choices.flatMap(({ value }) => {
      const role = roleFor(command, action, { [field]: value })
      return role === roleFor(command, action, {}) ? [] : [[`\`${name} ${field}:${value}\``, role]]
    })
  })

const rowsOf = (command: Command): string[][] => {
  if (command.kind === 'feature') return [[`\`/${command.name}\``, 'everyone']]
  const actions = actionsOf(command)
  return actions.flatMap((action) => {
    const name = actions.length === 1 ? `/${command.name}` : `/${command.name} ${action.name}`
    return [[`\`${name}\``, roleFor(command, action, {})], ...valueRows(command, action, name)]
  })
}

const requester = { platform: 'discord', server: 'here', member: 'requester' } as const
const other = { ...requester, member: 'other' }

const requesters: readonly (readonly [string, Requester])[] = [
  ['its requester', { target: requester }],
  ['members who see its channel', { target: other, seesPlace: true }],
  ['other members', { target: other }],
  ['admins and budget managers', { target: other, isAdmin: true }],
  ['other servers, their admins too', { target: { ...other, server: 'elsewhere' }, isAdmin: true }],
]

const jobOf = (state: JobFacts['state'], values: RawValues = {}): JobFacts => ({
  values,
  target: { ...requester, channel: 'channel' },
  state,
  removal: undefined,
  cancelledBy: undefined,
  deliverTries: 0,
})

const jobs: readonly (readonly [string, JobFacts])[] = [
  ['a posted result', jobOf('posted')],
  ['a job without a result yet', jobOf('submitted')],
  ['a private job (`seen_by:me`)', jobOf('posted', { [seenByName]: onlyMe })],
]

const uses: readonly (readonly [string, JobUse])[] = [
  ['use its result (Again, Remix, Lyrics, WAV and the like)', 'use_result'],
  ['open it (`/jobs show`)', 'look_into'],
  ['show what is hidden, or delete its message', 'delete'],
  ['cancel it', 'stop'],
]

const withAccess = (job: JobFacts, use: JobUse, access: Access): string =>
  requesters
    .filter(([, one]) => accessTo({ kind: 'job', job, use }, one) === access)
    .map(([name]) => name)
    .join(', ')

const jobRows = jobs.flatMap(([name, job]) =>
  uses.map(([what, use]) => [
    name,
    what,
    ...(['allowed', 'told', 'unknown'] as const).map((access) => withAccess(job, use, access)),
  ]),
)

/** The page about who may use which command, and which job. */
export const rightsPage = (commands: readonly Command[]): string =>
  [
    '# Who may do what',
    'For admins and operators. Written by `npm run endpoints` from the commands and rules themselves.',
    [
      'Buttons, menus, forms and mentions run these commands, so the same rights apply to them. One place decides it for all:',
      '`src/jobs/request/utility.ts`.',
    ].join('\n'),
    [
      '- **Everyone**: every member, unless [blocked](commands.md#who-is-kept-out), and for requests where',
      '  [channels](commands.md#defaults-and-where-it-may-be-used) and the budget allow it.',
      '- **Budget managers**: members that an admin named with `/budget manager`.',
      '- **Admins**: on Discord members with **Manage Server**, on Slack admins and owners of the workspace.',
    ].join('\n'),
    '## Commands',
    table(['command', 'who may use it'], commands.flatMap(rowsOf)),
    '## Jobs',
    [
      'For those to whom a job is unknown, the answer is that of a job that does not exist. `src/core/job/access.ts` decides it for',
      'everything that an ID names: [where an ID works](privacy.md#where-an-id-works).',
      '',
      "**Again** and **Edit** on another member's result leave out what only its requester may use: a file that came with the request and",
      'is in no message that the other member sees, a link, and a take that they may not use. So do those of their own requests with',
      "another member's file or take from a channel that they no longer see.",
    ].join('\n'),
    table(['job', 'to', 'allowed for', 'refused, but told that it exists', 'unknown to'], jobRows),
    '## The dashboard',
    [
      'Whoever has `ADMIN_TOKEN` is the operator in [the dashboard](operating/dashboard.md), sees everything there, and can do all of',
      'this in every server. Nobody else can do any of it there. `src/app/dashboard/gate.ts` decides it.',
    ].join('\n'),
    table(
      ['action', 'does', 'who may do it'],
      Object.entries(operatorActions).map(([name, { does }]) => [`\`${name}\``, does, 'the operator']),
    ),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
